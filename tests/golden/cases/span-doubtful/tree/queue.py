lock()
prepare()
if ready:
    lock()
    work()
unlock()
