class Client:
    def push(self, request):
        reply = self.send(
            request,
            timeout=60,  # seconds
        )
        return reply

    def pull(self, request):
        reply = self.send(request, timeout=30)
        return reply
