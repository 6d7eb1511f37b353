class Cache:
    def put(self, key, value):
        self._store[key] = value


if FAST:

    def clear():
        pass

else:

    def clear():
        report()
