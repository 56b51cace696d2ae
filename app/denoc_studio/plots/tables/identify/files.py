"""An identification for a spreadsheet and for a paper: every combination with its estimate, exactly or rounded."""

from __future__ import annotations

import numpy as np

from denoc.files.text.cell_text import csv_cell
from denoc.files.writers.latex import HEAD, booktabs_table, escape, latex_number
from denoc_studio.plots.tables.identify.identified import Outcome
from denoc_studio.plots.tables.identify.words import latex, unit

COLUMNS = ("combination", "unit", "model", "estimate", "standard deviation", "seen")
UNITS = {"kg m²": r"kg\,m$^2$", "kg m": r"kg\,m", "N m s/rad": r"N\,m\,s/rad", "N s/m": r"N\,s/m", "N m": r"N\,m"}


def csv_text(outcome: Outcome) -> str:
    """One line a combination, SI units, numbers that read back exactly; empty where it was not seen."""
    found = outcome.found
    prior = found.base.values(found.prior)
    lines = [",".join(COLUMNS)]
    for place, (name, words) in enumerate(zip(found.base.names, found.base.words, strict=True)):
        seen = bool(found.seen[place])
        numbers = [repr(float(found.values[place])), repr(float(found.deviations[place]))] if seen else ["", ""]
        cells = [csv_cell(words), unit(name, found.prior).replace("²", "^2"), repr(float(prior[place]))]
        lines.append(",".join([*cells, *numbers, "yes" if seen else "no"]))
    return "\n".join(lines) + "\n"


def latex_text(outcome: Outcome) -> str:
    """A table for the package booktabs: estimates with as many digits as their deviations leave them."""
    found = outcome.found
    prior, rows = found.base.values(found.prior), []
    for place, (name, words) in enumerate(zip(found.base.names, found.base.words, strict=True)):
        head = [latex(words), UNITS.get(unit(name, found.prior), unit(name, found.prior))]
        model = latex_number(float(f"{prior[place]:.4g}"))
        if found.seen[place]:
            rows.append([*head, model, *rounded(float(found.values[place]), float(found.deviations[place]))])
        else:
            rows.append([*head, model, "--", "not seen"])
    whose = f" of {escape(found.prior.name)}" if found.prior.name else ""
    words = f"Base parameters{whose}, identified from {escape(outcome.log)}, with standard deviations $\\sigma$"
    heads = ["combination", "unit", "model", "estimate", r"$\sigma$"]
    wide = r">{\raggedright\arraybackslash}p{0.5\linewidth}lrrr"
    table = booktabs_table(words, wide, [heads], rows)
    return f"{HEAD}\n% Needs \\usepackage{{array}}, too.\n\n{table}\n"


def rounded(value: float, deviation: float) -> list[str]:
    """Estimate and deviation to two digits of the deviation."""
    if not (np.isfinite(deviation) and deviation > 0):
        return [latex_number(float(f"{value:.6g}")), latex_number(deviation)]
    place = int(np.floor(np.log10(float(f"{deviation:.1e}")))) - 1
    return [latex_number(round(value, -place)), latex_number(float(f"{deviation:.1e}"))]
