class Pool:
    def take(self):
        return self._free.pop()

    def put(self):
        pass
