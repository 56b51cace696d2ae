"""The equations as source code of Python, C and MATLAB."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from denoc.arm.robot import Robot
from denoc.symbolic.notation import code_notation
from denoc.symbolic.program import STATES, Language, Lines, Program, Routine
from denoc.symbolic.sums import WIDE, fold, sum_text
from denoc.symbolic.symbols import Symbol

# C99 that compiles for both kinds of numbers, without a warning.
C_REAL = (
    "#include <math.h>",
    "",
    "#ifdef DENOC_SINGLE",
    "typedef float real;",
    "#define REAL_SIN sinf",
    "#define REAL_COS cosf",
    "#else",
    "typedef double real;",
    "#define REAL_SIN sin",
    "#define REAL_COS cos",
    "#endif",
)


def indented(lines: Iterable[str]) -> Iterator[str]:
    return ("    " + line if line else line for line in lines)


def heading(what: str, robot: Robot) -> str:
    """The first line of a file: ASCII that neither ends a comment nor begins one, whatever the robot is called."""
    name = f"{robot.name!a}".replace("*/", "* /").replace("/*", "/ *")
    return f"{what} of {name} ({robot.kinds}), written by DeNOC Studio."


def _whole(value: float) -> str:
    return f"{value:.17g}"


def c_number(value: float) -> str:
    """A constant of the kind `real`."""
    return f"(real){value!r}"


def _meaning(symbol: Symbol) -> str:
    return f"{symbol.words} [{symbol.unit}]" if symbol.unit not in ("", "1") else symbol.words


# Python


def _python(program: Program, language: Language) -> Lines:
    yield f"# {heading('Equations of motion', program.robot)}"
    yield "# SI units and radians; states are arrays (n,) or (k, n)."
    yield "import numpy as np"
    yield ""
    yield from (f"{each.name} = {each.value!r}  # {_meaning(each)}" for each in program.parameters)
    yield from program.harmonics((term for each in program.regrouped for term in each.terms), language)
    for definition in program.regrouped:
        yield from _python_statement(definition.symbol.name, sum_text(definition.terms, language.notation))
    for routine in program.routines:
        yield from ("", "", f"def {routine.name}({', '.join(routine.inputs)}):")
        yield from indented(_python_body(program, routine, language))


def _python_body(program: Program, routine: Routine, language: Language) -> Lines:
    yield f'"""{routine.words[0].upper()}{routine.words[1:]}."""'
    yield from (f"{each} = np.asarray({each}, dtype=float)" for each in routine.inputs)
    yield from program.prepared(routine.formulas, language)
    yield f"{routine.result} = np.empty({f'(*q.shape, {program.robot.n})' if routine.square else 'q.shape'})"
    for place, formula in routine.entries:
        target = f"{routine.result}[..., {', '.join(map(str, place))}]"
        yield from _python_statement(target, program.expression(formula, language))
    yield f"return {routine.result}"


def _python_statement(target: str, expression: str) -> Lines:
    if len(target) + len(expression) + 3 <= WIDE:
        yield f"{target} = {expression}"
    else:
        yield f"{target} = ("
        yield from indented(fold(expression))
        yield ")"


# C


def _c(program: Program, language: Language) -> Lines:
    yield f"/* {heading('Equations of motion', program.robot)}"
    yield "   C99, SI units and radians; `real` is double, or float if DENOC_SINGLE is defined. */"
    yield from C_REAL
    yield ""
    yield f"enum {{ ARM_N = {program.robot.n} }};"
    yield ""
    yield from (f"{_c_signature(routine)};" for routine in program.routines)
    yield ""
    formulas = [formula for routine in program.routines for formula in routine.formulas]
    definitions = {each.symbol: sum_text(each.terms, language.notation) for each in program.regrouped}
    for symbol in program.used(formulas):
        if symbol.constant:
            text = f" = {definitions[symbol]}" if symbol in definitions else ""
            declared = (
                f"static const real {symbol.name} = {c_number(symbol.value or 0.0)}; /* {_meaning(symbol)}{text} */"
            )
            yield from fold(declared)
    for routine in program.routines:
        yield from ("", f"/* {routine.words} */", _c_signature(routine), "{")
        yield from indented(_c_body(program, routine, language))
        yield "}"


def _c_signature(routine: Routine) -> str:
    arrays = [f"const real {each}[{6 if each == 'wrench' else 'ARM_N'}]" for each in routine.inputs]
    arrays.append(f"real {routine.result}[ARM_N]{'[ARM_N]' if routine.square else ''}")
    return f"void arm_{routine.name}({', '.join(arrays)})"


def _c_body(program: Program, routine: Routine, language: Language) -> Lines:
    yield from program.prepared(routine.formulas, language)
    needed = {STATES.get(symbol.role) for symbol in program.used(routine.formulas)}
    yield from (f"(void){each};" for each in routine.inputs if each not in needed)
    for place, formula in routine.entries:
        target = routine.result + "".join(f"[{index}]" for index in place)
        yield from fold(f"{target} = {program.expression(formula, language)};")


# MATLAB


def _matlab(program: Program, language: Language) -> Lines:
    yield f"function [tau, M, h, G] = equations_of_motion({', '.join(program.inputs)})"
    yield f"% {heading('Equations of motion', program.robot)}"
    yield "% SI units and radians, column vectors."
    for routine in program.routines:
        yield f"% {routine.result}: {routine.words}"
    yield from (f"{each.name} = {each.value!r}; % {_meaning(each)}" for each in program.parameters)
    yield from program.harmonics((term for each in program.regrouped for term in each.terms), language)
    for definition in program.regrouped:
        yield from fold(f"{definition.symbol.name} = {sum_text(definition.terms, language.notation)};", " ...")
    formulas = [formula for routine in program.routines for formula in routine.formulas]
    yield from program.prepared(formulas, language)
    n = program.robot.n
    for routine in program.routines:
        yield f"{routine.result} = zeros({n}, {n if routine.square else 1});"
        for place, formula in routine.entries:
            target = f"{routine.result}({', '.join(str(index + 1) for index in place)})"
            yield from fold(f"{target} = {program.expression(formula, language)};", " ...")
    yield "end"


PYTHON = Language(
    notation=code_notation(_whole),
    write=_python,
    name=lambda name, expression: f"{name} = {expression}",
    element=lambda array, index: f"{array}[..., {index}]",
    sine="np.sin",
    cosine="np.cos",
    sign="np.sign({})",
)
C = Language(
    notation=code_notation(lambda value: _whole(value) if value.is_integer() else c_number(value)),
    write=_c,
    name=lambda name, expression: f"const real {name} = {expression};",
    element=lambda array, index: f"{array}[{index}]",
    sine="REAL_SIN",
    cosine="REAL_COS",
    sign="(real)(({0} > 0) - ({0} < 0))",
)
MATLAB = Language(
    notation=code_notation(_whole),
    write=_matlab,
    name=lambda name, expression: f"{name} = {expression};",
    element=lambda array, index: f"{array}({index + 1})",
    sine="sin",
    cosine="cos",
    sign="sign({})",
)
