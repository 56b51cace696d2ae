"""What `help` says of the public names: all that is needed to use them, with examples that work as they are printed."""

from __future__ import annotations

import doctest
import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import denoc as dn
from denoc.basics.caching import cached_property

ARRAYS = re.compile(r"ndarray|States|Recording|Simulation|Trajectory|Chunk")  # in what a function returns
SIZE = r"(?:[kmnr]|n\+1|\d+n?|\d+ b|samples)"
SHAPE = re.compile(rf"\({SIZE}(?:,|(?:, {SIZE})+)\)")  # (n,), (k, n), (6n, n), (k, n+1, 4, 4), (10 b,)
UNIT = re.compile(r"\b(rad|kg|N m|J|m/s|1/s|per s|Hz|SI units)\b")
REFUSAL = re.compile(r"Error|NoSolution|SingularMassMatrix")
LEAST, LONGEST = 80, 120  # characters of a docstring, and of its first line
MINUS_ZERO = re.compile(r"-(0\.0?)(?!\d)")


def parser_of(name: str) -> doctest.DocTest:
    text = inspect.getdoc(getattr(dn, name)) or ""
    return doctest.DocTestParser().get_doctest(text, {"dn": dn, "np": np}, name, None, 0)


WITH_EXAMPLE = [name for name in dn.__all__ if parser_of(name).examples]


class ZerosWithoutSign(doctest.OutputChecker):
    """Whether a zero that rounding has left is below zero depends on the machine."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return super().check_output(MINUS_ZERO.sub(r"\1", want), MINUS_ZERO.sub(r"\1", got), optionflags)


@pytest.mark.parametrize("name", WITH_EXAMPLE)
def test_the_example_is_true(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    report: list[str] = []
    found = doctest.DocTestRunner(ZerosWithoutSign(), verbose=False).run(parser_of(name), out=report.append)
    assert found.failed == 0, "".join(report)


def test_most_names_have_an_example() -> None:
    assert len(WITH_EXAMPLE) >= len(dn.__all__) / 2


@pytest.mark.parametrize("name", dn.__all__)
def test_a_name_is_explained(name: str) -> None:
    public = getattr(dn, name)
    text = own_doc(public)
    first = text.split("\n", 1)[0]
    assert len(text) >= LEAST, "too short to say shapes, units and errors"
    assert len(first) <= LONGEST
    assert first.endswith((".", ":")), "the first line says what it is"
    if inspect.isfunction(public):
        signature = inspect.signature(public)
        if ARRAYS.search(str(signature.return_annotation)):
            assert SHAPE.search(text), "which shapes?"
            assert UNIT.search(text), "which units?"
        if signature.parameters:
            assert REFUSAL.search(text), "what does it refuse, and how?"


@pytest.mark.parametrize("name", [name for name in dn.__all__ if inspect.isclass(getattr(dn, name))])
def test_methods_and_properties_are_explained(name: str) -> None:
    for owner, member, found in members(getattr(dn, name)):
        text = inspect.cleandoc(found.__doc__ or "")
        assert len(text) >= 20, f"{owner}.{member}"
        assert text.split("\n", 1)[0].endswith((".", ":")), f"{owner}.{member}"


BAD = [
    "",
    None,
    "Too short.",
    SHAPE.sub("an array", dn.mass_matrix.__doc__),
    UNIT.sub("units", dn.mass_matrix.__doc__),
    REFUSAL.sub("Nothing", dn.mass_matrix.__doc__),
]


@pytest.mark.parametrize("doc", BAD)
def test_what_says_nothing_is_found_out(doc: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The checks above can fail."""
    monkeypatch.setattr(dn.mass_matrix, "__doc__", doc)
    with pytest.raises(AssertionError):
        test_a_name_is_explained("mass_matrix")


def own_doc(public: Any) -> str:
    """The docstring that was written, not the fields' list that NamedTuple and dataclass make up."""
    text = inspect.cleandoc(public.__doc__ or "")
    return "" if text.startswith(f"{public.__name__}(") else text


def members(cls: type) -> Iterator[tuple[str, str, Any]]:
    """Public functions and properties of a class and of those of ours that it is made of."""
    for owner in cls.__mro__:
        if owner.__module__.split(".")[0] != "denoc":
            continue
        for member, found in vars(owner).items():
            kinds = (property, cached_property, classmethod, staticmethod)
            if not member.startswith("_") and (inspect.isfunction(found) or isinstance(found, kinds)):
                yield owner.__name__, member, found
