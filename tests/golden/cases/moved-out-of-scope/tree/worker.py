import queue


class Worker:
    def __init__(self):
        self.done = queue.Queue()

    def loop(self, batches):
        for batch in batches:
            self.step(batch)

    def step(self, batch):
        self.run(batch)
        self.done.put_nowait(batch)

    def run(self, batch):
        batch.state = "done"


def drain(worker):
    while not worker.done.empty():
        worker.done.get()
