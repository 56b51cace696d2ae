"""The parsers as plain data: which commands there are, their options and what each takes. No Qt, no numerics."""

from __future__ import annotations

import argparse
from typing import Literal, NamedTuple

from denoc_studio.command_line.arguments import PROJECT, command_parser, window_parser

Takes = Literal["", "project", "file", "folder", "choice", "text"]  # "": an option without a value
WHOLE_PROGRAM = ""  # the name of what comes without a command


class Argument(NamedTuple):
    """An option, or without `flags` what stands in its place."""

    flags: tuple[str, ...]
    takes: Takes
    metavar: str
    choices: tuple[str, ...]
    help: str
    required: bool


class Command(NamedTuple):
    name: str
    help: str
    description: str
    arguments: tuple[Argument, ...]
    epilog: str
    usage: str

    @property
    def options(self) -> tuple[Argument, ...]:
        return tuple(each for each in self.arguments if each.flags)

    @property
    def operands(self) -> tuple[Argument, ...]:
        return tuple(each for each in self.arguments if not each.flags)


def outline() -> tuple[Command, ...]:
    """The program without a command, then every command."""
    parser, window = command_parser(), window_parser()
    (commands,) = [each for each in parser._actions if isinstance(each, argparse._SubParsersAction)]
    words = {each.dest: each.help or "" for each in commands._choices_actions}
    own = [each for each in (*window._actions, *parser._actions) if each is not commands]
    whole = _command(WHOLE_PROGRAM, parser, own, "")
    return whole, *(_command(name, each, each._actions, words[name]) for name, each in commands.choices.items())


def _command(name: str, parser: argparse.ArgumentParser, actions: list[argparse.Action], words: str) -> Command:
    arguments = tuple(_argument(action) for action in actions)
    usage = " ".join(parser.format_usage().split()).removeprefix("usage: ")
    return Command(name, words, parser.description or "", arguments, parser.epilog or "", usage)


def _argument(action: argparse.Action) -> Argument:
    choices = () if action.choices is None else tuple(map(str, action.choices))
    metavar = "" if action.nargs == 0 else str(action.metavar or "|".join(choices))
    return Argument(
        tuple(action.option_strings), _takes(metavar, choices), metavar, choices, action.help or "", action.required
    )


def _takes(metavar: str, choices: tuple[str, ...]) -> Takes:
    if choices or not metavar:
        return "choice" if choices else ""
    if metavar in (PROJECT, "IN", "FILE"):
        return "project"
    if metavar == "DIR":
        return "folder"
    return "file" if metavar in ("OUT", "LESSON") or "." in metavar else "text"
