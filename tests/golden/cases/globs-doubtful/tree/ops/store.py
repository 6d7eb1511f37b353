ask(2)
answer = ask(3)
ask(4)
