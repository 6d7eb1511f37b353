table = None
