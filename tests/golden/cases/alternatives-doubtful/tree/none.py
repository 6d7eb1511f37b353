start = 1
run(a, queue)
