"""What makes a shell complete this program's arguments: commands, options, their values, examples and files.

The names stand in the text, so that no key press waits for Python.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from denoc.files.examples import examples
from denoc_studio.command_line.outline import WHOLE_PROGRAM, Argument, Command, outline

HEAD = "# Completion for denoc-studio, made by “denoc-studio completion {}”."


def completion(shell: str) -> str:
    """The text that this shell reads; it ends with a newline."""
    lines = WRITERS[shell](outline(), tuple(examples()))
    return "\n".join([*lines, ""])


def _bash(commands: tuple[Command, ...], projects: tuple[str, ...]) -> Iterator[str]:
    yield from (
        HEAD.format("bash"),
        "_denoc_studio() {",
        '    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" command="" words="" files=""',
        f'    case " {" ".join(each.name for each in commands if each.name)} " in',
        '        *" ${COMP_WORDS[1]} "*) if ((COMP_CWORD > 1)); then command="${COMP_WORDS[1]}"; fi ;;',
        "    esac",
        f'    local projects="{" ".join(projects)}"',
        "    COMPREPLY=()",
        '    case "$command:$before" in',
    )
    for command in commands:
        for option in command.options:
            if option.takes:
                pattern = "|".join(f'"{command.name}:{flag}"' for flag in option.flags)
                yield f"        {pattern}) {_bash_value(option)} ;;"
    yield '        *) case "$command" in'
    for command in commands:
        flags = " ".join(flag for option in command.options for flag in option.flags)
        first = " ".join(each.name for each in commands if each.name) if command.name == WHOLE_PROGRAM else ""
        values = " ".join(filter(None, (_bash_value(each) for each in command.operands[:1])))
        others = 'words="$words ' + first + '"; ' if first else ""
        yield f'            "{command.name}") if [[ "$word" == -* ]]; then words="{flags}"'
        yield f"                else {values or ':'}; {others}fi ;;"
    yield from (
        "        esac ;;",
        "    esac",
        '    COMPREPLY=($(compgen -W "$words" -- "$word"))',
        "    local IFS=$'\\n'",
        '    if [[ "$files" == -* ]]; then',
        "        compopt -o filenames 2> /dev/null",
        '        COMPREPLY+=($(compgen "$files" -- "$word"))',
        "    fi",
        "}",
        "complete -F _denoc_studio denoc-studio",
    )


def _bash_value(argument: Argument) -> str:
    """Statements that set what can be completed."""
    return {
        "project": 'words="$projects"; files=-f',
        "file": "files=-f",
        "folder": "files=-d",
        "choice": f'words="{" ".join(argument.choices)}"',
    }.get(argument.takes, ":")


def _zsh(commands: tuple[Command, ...], projects: tuple[str, ...]) -> Iterator[str]:
    yield from ("#compdef denoc-studio", HEAD.format("zsh"), "_denoc_studio_projects() {")
    yield f"    _alternative 'examples:example:({' '.join(projects)})' 'files:file:_files'"
    yield from ("}", "_denoc_studio() {", "    local -a commands", "    commands=(")
    yield from (f"        {_quoted(f'{each.name}:{each.help}')}" for each in commands if each.name)
    yield from (
        "    )",
        "    if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then",
        "        _describe -t commands command commands",
        "        _denoc_studio_projects",
        "        return",
        "    fi",
        "    case $words[2] in",
    )
    for command in (*commands[1:], commands[0]):
        pattern = command.name or "*"
        yield f"        {pattern})"
        if command.name:
            yield "            shift words; ((CURRENT--))"
        specs = [_zsh_option(each, flag) for each in command.options for flag in each.flags]
        specs += [f"{number}:{each.metavar}:{_zsh_value(each)}" for number, each in enumerate(command.operands, 1)]
        yield from (f"            {word}" for word in ("_arguments \\", *(f"    {_quoted(spec)} \\" for spec in specs)))
        yield "            ;;"
    yield from (
        "    esac",
        "}",
        'if [[ "$funcstack[1]" == _denoc* ]]; then _denoc_studio "$@"; else compdef _denoc_studio denoc-studio; fi',
    )


def _zsh_option(option: Argument, flag: str) -> str:
    words = option.help.replace("[", "(").replace("]", ")").replace(":", ";")
    repeated = "*" if option.metavar.startswith(("PATH", "NAME")) else ""
    value = f":{option.metavar.replace(':', ' ')}:{_zsh_value(option)}" if option.takes else ""
    return f"{repeated}{flag}[{words}]{value}"


def _zsh_value(argument: Argument) -> str:
    return {
        "project": "_denoc_studio_projects",
        "file": "_files",
        "folder": "_files -/",
        "choice": f"({' '.join(argument.choices)})",
    }.get(argument.takes, " ")


def _fish(commands: tuple[Command, ...], projects: tuple[str, ...]) -> Iterator[str]:
    names = " ".join(each.name for each in commands if each.name)
    yield HEAD.format("fish")
    yield f"set -l denoc_studio_commands {names}"
    yield "complete -c denoc-studio -f"
    for command in commands:
        seen = f"__fish_seen_subcommand_from {command.name}"
        begin = f"complete -c denoc-studio -n {_quoted(seen) if command.name else '__fish_use_subcommand'}"
        if command.name:
            yield f"complete -c denoc-studio -n __fish_use_subcommand -a {command.name} -d {_quoted(command.help)}"
        for option in command.options:
            flags = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags)
            value = _fish_value(option, projects)
            yield f"{begin} {flags}{' -r ' + value if option.takes else ''} -d {_quoted(option.help)}"
        for operand in command.operands[:1]:
            yield f"{begin} {_fish_value(operand, projects)}"


def _fish_value(argument: Argument, projects: tuple[str, ...]) -> str:
    return {
        "project": f"-F -a {_quoted(' '.join(projects))}",
        "file": "-F",
        "folder": "-x -a '(__fish_complete_directories)'",
        "choice": f"-x -a {_quoted(' '.join(argument.choices))}",
    }.get(argument.takes, "-x")


def _quoted(text: str) -> str:
    """Between single quotes, as all three shells read them."""
    return "'" + text.replace("'", "’") + "'"


WRITERS: dict[str, Callable[[tuple[Command, ...], tuple[str, ...]], Iterator[str]]] = {
    "bash": _bash,
    "zsh": _zsh,
    "fish": _fish,
}
