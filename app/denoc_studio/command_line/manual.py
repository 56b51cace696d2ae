"""The manual page, in the language of man(7), made of the parsers."""

from __future__ import annotations

from collections.abc import Iterator

from denoc.basics.version import __version__
from denoc_studio.command_line.arguments import ENVIRONMENT
from denoc_studio.command_line.outline import Command, outline
from denoc_studio.look.plain_text import capitalised

FILES = {
    "*.arm.json": "A project: a robot, its initial state, a run and what is shown of it.",
    "*.arm.json~": "The version before the last save.",
    "*.urdf, *.xml": "Robots of other programs: URDF and MuJoCo's MJCF.",
    "*.md": "A lesson.",
}
EXITS = {
    "0": "Done.",
    "1": "The computation failed: it diverged, has no solution, or formulations disagree.",
    "2": "Bad input or usage; one line on standard error says what.",
    "130": "Interrupted by Ctrl+C.",
}


def manual() -> str:
    """The page; `man -l` shows it."""
    return "\n".join([*_lines(), ""])


def _lines() -> Iterator[str]:
    whole, *commands = outline()
    yield f'.TH DENOC-STUDIO 1 "" "denoc-studio {__version__}" "User Commands"'
    yield from (".SH NAME", "denoc-studio \\- dynamics of serial robot arms, in a window and without", ".SH SYNOPSIS")
    yield from _synopsis("denoc-studio", whole)
    for command in commands:
        yield ".br"
        yield from _synopsis(f"denoc-studio {command.name}", command)
    yield from (".SH DESCRIPTION", _text(whole.description))
    yield from _arguments(whole)
    yield ".SH COMMANDS"
    for command in commands:
        yield from (f".SS {_text(command.name)}", _text(_sentence(command.description or command.help)))
        yield from _arguments(command)
        yield from _examples(command.epilog.splitlines()[1:])
    for title, rows in (("EXIT STATUS", EXITS), ("ENVIRONMENT", ENVIRONMENT), ("FILES", FILES)):
        yield f".SH {_text(title)}"
        for name, words in rows.items():
            yield from _item(_bold(name), words)


def _synopsis(name: str, command: Command) -> Iterator[str]:
    words = [_bold(name)]
    for each in command.arguments:
        if "--help" in each.flags:
            continue
        shown = _flags(each.flags[-1:], each.metavar) if each.flags else _italic(each.metavar)
        words.append(shown if each.required and command.name else f"[{shown}]")
    yield " ".join(words)


def _arguments(command: Command) -> Iterator[str]:
    for each in (*command.operands, *command.options):
        if "--help" in each.flags and command.name:
            continue
        name = _flags(each.flags, each.metavar) if each.flags else _italic(each.metavar)
        yield from _item(name, _sentence(each.help))


def _flags(flags: tuple[str, ...], metavar: str) -> str:
    value = f" {_italic(metavar)}" if metavar else ""
    return ", ".join(_bold(flag) for flag in flags) + value


def _item(name: str, words: str) -> Iterator[str]:
    yield from (".TP", name, _text(words))


def _examples(lines: list[str]) -> Iterator[str]:
    yield from (".PP", "Examples:", ".PP", ".nf", ".RS 4")
    yield from (_text(line.strip()) for line in lines)
    yield from (".RE", ".fi")


def _sentence(text: str) -> str:
    return capitalised(text).removesuffix(".") + "."


def _bold(text: str) -> str:
    return f"\\fB{_text(text)}\\fR"


def _italic(text: str) -> str:
    return f"\\fI{_text(text)}\\fR"


def _text(text: str) -> str:
    """With nothing in it that man would take for an order."""
    safe = text.replace("\\", "\\(rs").replace("-", "\\-").replace("~", "\\(ti").replace("^", "\\(ha")
    return f"\\&{safe}" if safe.startswith((".", "'")) else safe
