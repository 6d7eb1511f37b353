run(a)
run(
    a, stream)
