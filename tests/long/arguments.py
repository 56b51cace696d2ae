"""Bad arguments to every public name: a result, or an error that names the argument.

Each call is made in a process that may take little memory, within a time; what kills it is a finding too.
"""

from __future__ import annotations

import contextlib
import inspect
import io
import multiprocessing
import os
import re
import tempfile
import time
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice
from multiprocessing.connection import Connection
from types import GeneratorType
from typing import Any, NamedTuple

import numpy as np

from denoc.basics.errors import DynamicsError, NoSolution, ProjectError
from denoc.runs.recording import Recording
from denoc.torques.expressions import ExpressionError
from tests.long.tally import Tally
from tests.support import bad_values
from tests.support.public_names import Callee, callees, good_values, write_good_files

COUNT = 20_000
AT_ONCE = 500  # calls of one process
MOST_SECONDS = 5.0  # of the processor: a first call may have to compile
MOST_BYTES = 2 * 1024**3  # beyond what a process has when it begins
SILENT_SECONDS = 60.0  # after which a process is taken to hang


class Case(NamedTuple):
    """A call that is to be tried: some arguments are right, those in `spoiled` are not."""

    callee: Callee
    arguments: dict[str, Any]
    spoiled: tuple[str, ...]

    def __str__(self) -> str:
        words = ", ".join(f"{name}={bad_values.shown(self.arguments.get(name))}" for name in self.spoiled)
        return f"{self.callee.name}({words})"


def random_case(seed: int, number: int) -> Case:
    """The same for the same numbers: one argument in three calls of four is spoiled, else two."""
    rng = np.random.default_rng([seed, number])
    known = [each for each in callees() if each.parameters]
    callee = known[int(rng.integers(len(known)))]
    names = list(callee.parameters)
    count = min(len(names), 1 + int(rng.random() < 0.25))
    spoiled = tuple(str(name) for name in rng.choice(names, count, replace=False))
    arguments = dict(callee.good)
    for name in spoiled:
        value = bad_values.of(callee.good.get(name), rng) if rng.random() < 0.5 else bad_values.anything(rng)
        if callee.parameters[name].kind is inspect.Parameter.VAR_KEYWORD:
            value = {"mass": value}
            arguments |= value
        else:
            arguments[name] = value
    return Case(callee, arguments, spoiled)


def edge_cases() -> Iterator[Case]:
    """Each argument that is needed as None, numbers at the end of the floats, recordings without samples: one at a
    time."""
    for callee in callees():
        for name, parameter in callee.parameters.items():
            if parameter.kind is not parameter.VAR_KEYWORD:
                values = [*_at_the_edge(callee.good.get(name, good_values().get(name)))]
                for value in [None, *values] if name in callee.good else values:
                    yield Case(callee, {**callee.good, name: value}, (name,))


def _at_the_edge(good: Any) -> Iterator[Any]:
    if isinstance(good, Recording):
        series = {each.name: getattr(good, each.name) for each in fields(good)}
        yield replace(good, **{name: value[:0] for name, value in series.items() if isinstance(value, np.ndarray)})
    elif not isinstance(good, bool) and bad_values.is_numeric(good):
        for value in (1e300, -1e300):
            yield np.full(np.shape(good), value)


def fault(case: Case) -> str:
    """What is wrong with the outcome of a call; empty for nothing."""
    begun = time.process_time()
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("error")
            warnings.simplefilter("ignore", RuntimeWarning)  # arithmetic with what is no number
            result = case.callee.call(**case.arguments)
            if isinstance(result, GeneratorType):
                list(islice(result, 100))
        if result is not None and (taken := [name for name in case.spoiled if must_be_refused(case, name)]):
            return f"{case}: {taken[0]} was taken for a number"
    except DynamicsError as error:
        if not names(error, case):
            return f"{case}: the argument is not named: {type(error).__name__}: {error}"
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        if not own(error):
            return f"{case}: {bad_values.shown(error)} ({place.filename}:{place.lineno})"
    seconds = time.process_time() - begun
    return f"{case}: took {seconds:.1f} s" if seconds > MOST_SECONDS else ""


def must_be_refused(case: Case, name: str) -> bool:
    """Whether a number is needed and something else, which converts to one, was given.

    Not where a class only holds what it is given: whoever uses it checks it.
    """
    good, value = case.callee.good.get(name), case.arguments.get(name)
    if isinstance(case.callee.call, type) and not hasattr(case.callee.call, "__post_init__"):
        return False
    return bad_values.is_numeric(good) and bad_values.is_no_number(value)


def own(error: BaseException) -> bool:
    """Whether it came out of a function that the caller handed in, which passes through as it is."""
    return any(
        re.match("raised by the (torque|progress|measure) function", note) for note in getattr(error, "__notes__", ())
    )


def names(error: DynamicsError, case: Case) -> bool:
    """Whether the error says which argument is meant, by its name, that of the file or a column of the formula."""
    if isinstance(error, NoSolution | ProjectError | ExpressionError):
        return True
    words = set(re.findall(r"\w+", str(error)))
    return any(wanted in words for wanted in wanted_words(case))


def wanted_words(case: Case) -> Iterator[str]:
    for name in case.spoiled:
        yield "file" if name.startswith("path") else name
        yield name
        good, value = case.callee.good.get(name), case.arguments.get(name)
        for each in (good, value):
            yield from getattr(each, "__struct_fields__", ())
        if case.callee.parameters[name].kind is inspect.Parameter.VAR_KEYWORD:
            yield "mass"


def prepare_folder() -> None:
    """Files that good and bad paths name; everything is written here."""
    write_good_files()
    if hasattr(os, "mkfifo"):
        os.mkfifo(bad_values.FIFO)
    os.mkdir("some folder")


def run(tally: Tally, count: int, seed: int) -> None:
    done = 0
    while done < count:
        done += _batch(tally, seed, done, min(count, done + AT_ONCE))


def _batch(tally: Tally, seed: int, first: int, end: int) -> int:
    """Let a process try these cases; returns how many it came to."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    with tempfile.TemporaryDirectory() as folder:
        process = context.Process(target=_try_all, args=(there, folder, seed, first, end))
        process.start()
        there.close()
        number = first
        try:
            while number < end:
                if not here.poll(SILENT_SECONDS):
                    raise EOFError
                found, seconds = here.recv()
                number += 1
                tally.tried()
                tally.met("longest", seconds, "s")
                if found:
                    tally.failed(f"case {number - 1}: {found}")
        except EOFError:
            process.kill()
            tally.failed(f"case {number} of seed {seed}: the process hung or died")
            tally.tried()
            number += 1
        finally:
            process.join()
    return number - first


def _try_all(to: Connection, folder: str, seed: int, first: int, end: int) -> None:
    os.chdir(folder)
    prepare_folder()
    callees()
    _limit_memory()
    edges = list(edge_cases())
    for number in range(first, end):
        begun = time.process_time()
        found = fault(edges[number] if number < len(edges) else random_case(seed, number))
        to.send((found, time.process_time() - begun))


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # not on Windows
        return
    with open("/proc/self/statm", encoding="ascii") as file:
        pages = int(file.read().split()[0])
    most = pages * resource.getpagesize() + MOST_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
