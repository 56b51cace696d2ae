"""References that are made from what they describe: the command line's parsers, the schema of files, public names."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

import denoc
from denoc.files.projects.project_schema import project_schema
from denoc_studio.command_line.one_line_parser import EXAMPLES
from denoc_studio.command_line.outline import Argument, Command, outline

ROOMS = {
    "arm": "Arms",
    "functions": "Functions of a state",
    "motions": "Motions",
    "torques": "Torques",
    "runs": "Runs",
    "studies": "Studies",
    "files": "Files",
    "more": "Symbols, recursions, errors",
}
OTHERS = ("symbolic", "playing", "recursions", "kernels", "basics")


def command_pages() -> str:
    """Every command with its arguments, options and examples, as Markdown."""
    found: list[str] = []
    for command in outline():
        words = command.help[:1].upper() + command.help[1:] + "." if command.help else ""
        found += [f"## {command.name}", words] if command.name else []
        found += [_text([command.usage]), _arguments(command), _text(EXAMPLES.get(command.name, ()))]
    return "\n\n".join(part for part in found if part) + "\n"


def _text(lines: Sequence[str]) -> str:
    return "\n".join(["```text", *lines, "```"]) if lines else ""


def _arguments(command: Command) -> str:
    return "\n".join(["| | |", "|---|---|", *map(_argument, command.arguments)]) if command.arguments else ""


def _argument(argument: Argument) -> str:
    name = f"{', '.join(argument.flags)} {argument.metavar}".strip()
    needed = " (needed)" if argument.required and argument.flags else ""
    shown = escape(name).replace("|", "&#124;")
    return f"| <code>{shown}</code> | {_cell(argument.help + needed)} |"


def schema_tables() -> str:
    """Every object of a project file with its fields, from the schema, as Markdown."""
    return "\n\n".join(_object(name, about) for name, about in project_schema()["$defs"].items())


def _object(name: str, about: dict[str, Any]) -> str:
    head = ["| field | values | default | meaning |", "|---|---|---|---|"]
    rows = [
        f"| `{field}` | {_values(entry)} | {_default(field, entry, about)} | {_cell(entry.get('description', ''))} |"
        for field, entry in about["properties"].items()
    ]
    return "\n".join([f"### {name}", "", about["description"], "", *head, *rows])


def _default(field: str, entry: dict[str, Any], about: dict[str, Any]) -> str:
    if field in about["required"]:
        return "needed"
    default = entry.get("default")
    if default is None:
        return "null" if "default" in entry else "absent" if "$ref" not in entry else "all defaults"
    return f"`{json.dumps(default)}`"


def _values(entry: dict[str, Any]) -> str:
    if "$ref" in entry:
        name = entry["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "const" in entry:
        return f"`{entry['const']}`"
    if "enum" in entry:
        return ", ".join(f"`{json.dumps(value)}`" for value in entry["enum"])
    if "type" not in entry and "anyOf" in entry:
        return " or ".join(_values(each) for each in entry["anyOf"])
    match entry["type"]:
        case "array":
            return _list(entry)
        case "string":
            return "text"
        case "boolean":
            return "true, false"
        case "null":
            return "null"
        case kind:
            return ("whole number" if kind == "integer" else "number") + _range(entry)


def _list(entry: dict[str, Any]) -> str:
    least, most = entry.get("minItems", 0), entry.get("maxItems")
    count = f"{least} of" if most is not None and least == most else "list of"
    if isinstance(entry.get("items"), dict):
        return f"{count} ({_values(entry['items'])})"
    return f"{count} ({', '.join(_values(each) for each in entry['prefixItems'])})"


def _range(entry: dict[str, Any]) -> str:
    if entry.get("exclusiveMinimum") == 0 and entry["maximum"] >= 1e12:
        return " > 0"
    least, most = entry.get("minimum"), entry.get("maximum")
    if least is not None and most is not None and -least == most:
        return "" if most >= 1e12 else f", ±{most:g}"
    if least == 0 and most is not None and most >= 1e12:
        return " ≥ 0"
    above = (
        f"above {entry['exclusiveMinimum']:g}"
        if "exclusiveMinimum" in entry
        else f"{least:g}"
        if least is not None
        else ""
    )
    return f", {above} to {most:g}" if above and most is not None and most < 1e12 else f" {above}".rstrip()


def _cell(text: str) -> str:
    return re.sub(r"([*_\[\]<>|])", r"\\\1", text)


def api_pages() -> Iterator[tuple[str, str, str]]:
    """(file's name, title, Markdown) of each page: public names by their rooms, which mkdocstrings explains."""
    rooms: dict[str, list[str]] = {room: [] for room in ROOMS}
    for name, home in sorted(denoc._HOME_OF.items(), key=lambda each: (each[0].islower(), each[0])):
        first = home.partition(".")[0]
        rooms["more" if first in OTHERS else first].append(f"::: denoc.{home}.{name}")
    for room, names in rooms.items():
        yield room, ROOMS[room], f"# {ROOMS[room]}\n\n" + "\n\n".join(names) + "\n"


def anchors() -> dict[str, tuple[str, str]]:
    """Of every public name: (the file's name of its page, its anchor there)."""
    homes = {name: home.partition(".")[0] for name, home in denoc._HOME_OF.items()}
    return {
        name: ("more" if room in OTHERS else room, f"denoc.{denoc._HOME_OF[name]}.{name}")
        for name, room in homes.items()
    }
