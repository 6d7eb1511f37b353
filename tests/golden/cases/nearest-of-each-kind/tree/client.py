class Client:
    def push(self, request):
        reply = self.send(
            request,  # as it came
            timeout=30,
        )
        self.count("sent", 1)
        return reply

    def close(self):
        self.queue.stop(now=True)

    def drain(self, limit):
        while self.queue:
            self.drain_one(limit)

    def start(self):
        def loop():
            self.beat()
        loop()
