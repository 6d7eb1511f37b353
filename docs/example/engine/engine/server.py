"""Serves requests over HTTP; results go out by callbacks."""

from engine.manager import Manager


def main(source):
    manager = Manager(source)
    manager.flush = print
    return manager
