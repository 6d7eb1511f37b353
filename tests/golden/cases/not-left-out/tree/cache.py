table = None
hits = 0
begin()
