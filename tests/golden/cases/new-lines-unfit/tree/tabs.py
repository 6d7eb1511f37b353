def run(ready):
	if ready:
		go()
