def loop(queue, item):
    queue.put(item)
    # newer
