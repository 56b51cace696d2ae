"""Properties that are computed once, in whichever thread asks first."""

from __future__ import annotations

import threading

from denoc.basics.caching import cached_property


class Slow:
    def __init__(self, go_on: threading.Event) -> None:
        self.begun = threading.Event()
        self.count = 0
        self._go_on = go_on

    @cached_property
    def value(self) -> int:
        """How often it was computed."""
        self.begun.set()
        assert self._go_on.wait(60)
        self.count += 1
        return self.count


def test_it_is_computed_once() -> None:
    go_on = threading.Event()
    go_on.set()
    slow = Slow(go_on)
    assert slow.value == slow.value == slow.count == 1
    assert Slow.value.__doc__ == "How often it was computed."


def test_an_object_does_not_wait_for_another_one() -> None:
    """As the standard library's does before Python 3.12: a window would stand still for a run that nobody looks at."""
    held, free = threading.Event(), threading.Event()
    free.set()
    other = Slow(held)
    thread = threading.Thread(target=lambda: other.value)
    thread.start()
    try:
        assert other.begun.wait(60)
        mine = Slow(free)
        answer = threading.Thread(target=lambda: mine.value, daemon=True)
        answer.start()
        assert mine.begun.wait(60)
    finally:
        held.set()
        thread.join()
