x = (
go()
