ask(1)
