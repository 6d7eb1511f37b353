"""The engine's side of the output queue."""

import queue


class Manager:
    def __init__(self, source):
        self._init_state()
        self.source = source

    def _init_state(self):
        self.outputs = queue.Queue()
        self.closed = False

    def _output_loop(self):
        for batch in self.source:
            self._release(batch)
            self.outputs.put_nowait(batch)

    def _release(self, batch):
        for item in batch:
            item.done = True


class Replayer(Manager):
    def replay(self, batches):
        for batch in batches:
            self.outputs.put_nowait(batch)
