"""How far a long computation is, on standard error: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from denoc_studio.command_line.messages import is_quiet

LINE_EVERY = 5.0  # seconds between lines where there is no terminal
_INTERRUPTED = threading.Event()
LONGEST = 40  # characters of a title


@contextmanager
def progress(title: str, total: float, unit: str) -> Iterator[Callable[[float], None]]:
    """Gives a function to be told how much of `total` is done; `unit` as in "s simulated"."""
    if is_quiet():
        yield lambda done: None
        return
    from tqdm import tqdm

    terminal = sys.stderr.isatty()
    told = time.monotonic()
    layout = "{desc}: {percentage:3.0f}%|{bar}| {n:.4g}/{total:g} " + unit + " [{elapsed}]"
    with tqdm(total=total, desc=title[:LONGEST], disable=not terminal, bar_format=layout) as bar:

        def tell(done: float) -> None:
            nonlocal told
            bar.update(done - bar.n)
            if not terminal and time.monotonic() - told > LINE_EVERY:
                told = time.monotonic()
                print(f"{title}: {done:.4g} of {total:g} {unit}", file=sys.stderr)

        yield tell


def interrupted() -> bool:
    """Whether Ctrl+C has ended something early."""
    return _INTERRUPTED.is_set()


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """Inside, Ctrl+C sets the event instead of raising; a second one raises."""
    cancel = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield cancel
        return

    def stop(number: int, frame: object) -> None:
        if cancel.is_set():
            raise KeyboardInterrupt
        cancel.set()
        _INTERRUPTED.set()

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield cancel
    finally:
        signal.signal(signal.SIGINT, before)
