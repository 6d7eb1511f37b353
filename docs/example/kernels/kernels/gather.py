"""Collectives of the example."""


def gather(group, x):
    return group.all_gather(x, dim=0)


def exchange(group, candidates):
    received = (
        group
        .all_gather(candidates, dim=0)
        .view(group.size, 2)
    )
    return received
