"""Mass properties as CAD programs print them, against a body that is known."""

from __future__ import annotations

import re

import numpy as np
import pytest

from denoc.arm.robot import inertia_matrix
from denoc_studio.project.entry.mass_properties import read_mass_properties
from denoc_studio.project.entry.numbers import BadNumber

MASS, COM = 1.25, np.array([0.03, -0.02, 0.05])
POINTS = np.array([[0.1, 0.0, 0.02], [-0.03, 0.08, -0.05], [-0.02, -0.06, 0.07], [0.01, 0.03, -0.09]])
SOME = POINTS - POINTS.mean(axis=0)  # four equal points that stand for the body, about its mass centre


def tensor(points: np.ndarray) -> np.ndarray:
    """By its definition."""
    return sum((p @ p * np.eye(3) - np.outer(p, p)) * MASS / len(points) for p in points)


CENTRE, ORIGIN = tensor(SOME), tensor(SOME + COM)


def nine(matrix: np.ndarray, letter: str, scale: float, sign: float, form: str = "{} = {:.6f}") -> str:
    rows = []
    for i, x in enumerate("xyz"):
        entries = [(f"{letter}{x}{y}", scale * matrix[i, j] * (1 if i == j else sign)) for j, y in enumerate("xyz")]
        rows.append("\t" + "\t".join(form.format(*entry) for entry in entries))
    return "\n".join(rows)


def solidworks(sign: float = -1.0, notation: str = "positive", mass: float = 1e3, length: float = 1e3) -> str:
    names = {1e3: ("grams", "millimeters"), 1.0: ("kilograms", "meters"), 1 / 0.45359237: ("pounds", "inches")}[mass]
    said = f" (Using {notation} tensor notation.)" if notation else ""
    unit, x = f"( {names[0]} *  square {names[1]} )", COM * length
    scale = mass * length**2
    return f"""Mass properties of upper arm
     Configuration: Default
     Coordinate system: Frame 2

Mass = {MASS * mass:.6f} {names[0]}

Volume = 12345.67 cubic {names[1]}

Surface area = 4567.89  square {names[1]}

Center of mass: ( {names[1]} )
\tX = {x[0]:.6f}
\tY = {x[1]:.6f}
\tZ = {x[2]:.6f}

Principal axes of inertia and principal moments of inertia: {unit}
Taken at the center of mass.
\t Ix = ( 0.00,  1.00,  0.00)   \tPx = 1.00
\t Iy = ( 0.00,  0.00,  1.00)   \tPy = 2.00
\t Iz = ( 1.00,  0.00,  0.00)   \tPz = 3.00

Moments of inertia: {unit}
Taken at the center of mass and aligned with the output coordinate system.{said}
{nine(CENTRE, "L", scale, sign)}

Moments of inertia: {unit}
Taken at the output coordinate system.{said}
{nine(ORIGIN, "I", scale, sign)}
"""


def lines(matrix: np.ndarray) -> str:
    """A line an entry, as in a copied tree."""
    return nine(matrix, "I", 1e9, 1.0, "\n{}\t{:.3f}")


FUSION = f"""\tArea\t1.2E+04 mm^2
\tDensity\t0.008 g / mm^3
\tMass\t{MASS * 1e3:.4f} g
\tVolume\t15400.00 mm^3
\tWorld X,Y,Z\t0.00 mm, 0.00 mm, 0.00 mm
\tCenter of Mass\t{COM[0] * 1e3:.4f} mm, {COM[1] * 1e3:.4f} mm, {COM[2] * 1e3:.4f} mm
\tMoment of Inertia at Center of Mass   (g mm^2)
{lines(CENTRE)}
\tMoment of Inertia at Origin   (g mm^2)
{lines(ORIGIN)}
"""
ONSHAPE = f"""Mass: {MASS:.6f} kg
Volume: 0.001 m^3
Surface area: 0.1 m^2
Center of mass
X: {COM[0] * 1e3:.4f} mm
Y: {COM[1] * 1e3:.4f} mm
Z: {COM[2] * 1e3:.4f} mm
Moments of inertia (kg mm²)
{nine(CENTRE, "L", 1e6, 1.0, "{}: {:.5f}")}
"""


@pytest.mark.parametrize(
    ("text", "program", "certain"),
    [
        (solidworks(), "SolidWorks", True),
        (solidworks(mass=1.0, length=1.0), "SolidWorks", True),
        (solidworks(mass=1 / 0.45359237, length=1 / 0.0254), "SolidWorks", True),
        (solidworks(sign=1.0, notation="negative"), "SolidWorks", True),
        (solidworks(notation=""), "SolidWorks", True),
        (solidworks(notation="").replace(".", ","), "SolidWorks", True),
        (ONSHAPE.replace(f"{MASS:.6f}", "1,250").replace(".", ","), "Onshape", False),
        (solidworks().partition("Moments of inertia")[0] + solidworks().rpartition("\n\n")[2], "SolidWorks", True),
        (FUSION, "Fusion 360", True),
        (FUSION.partition("\tMoment of Inertia at Origin")[0], "Fusion 360", False),
        (ONSHAPE, "Onshape", False),
    ],
)
def test_what_is_understood(text: str, program: str, certain: bool) -> None:
    found = read_mass_properties(text)
    assert found.program == program
    assert found.certain == certain
    assert found.mass == pytest.approx(MASS, rel=1e-4)
    assert found.com == pytest.approx(COM, rel=1e-3)
    assert np.abs(inertia_matrix(found.inertia) - CENTRE).max() < 2e-4 * np.abs(CENTRE).max()


def test_the_user_may_know_the_sign_better() -> None:
    found = inertia_matrix(read_mass_properties(ONSHAPE, "positive").inertia)
    assert found[0, 1] == pytest.approx(-CENTRE[0, 1], rel=1e-3)
    with pytest.raises(BadNumber, match="show the other sign"):
        read_mass_properties(FUSION, "positive")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "this is not what SolidWorks"),
        ("The quick brown fox", "this is not what SolidWorks"),
        (ONSHAPE.replace(" kg\n", " stone\n"), "'stone' is no unit of mass"),
        (ONSHAPE.replace("Mass: ", "Weight: "), "it has no mass with a unit"),
        (ONSHAPE.replace("Center", "Middle"), "it has no mass centre"),
        (ONSHAPE.replace("(kg mm²)", ""), "no unit"),
        (ONSHAPE.replace("Lzz", "Kzz"), "it has no moments of inertia"),
        (ONSHAPE.replace("Lyx: ", "Lyx: 9"), "its tensor is not symmetric"),
        (solidworks(sign=1.0), "contradict the notation"),
        (FUSION.replace(f"{COM[0] * 1e3:.4f} mm", "45.0 mm"), "do not fit"),
        (FUSION.replace("1250.0000 g", "1,250 g"), "mass “1,250” may be 1.25 or 1250: type one of them"),
        (FUSION.replace("1250.0000 g", "1,250.00 g"), "mass “1,250.00” is not a number: .*without thousands"),
        (FUSION.replace("30.0000 mm", "1,030.0000 mm"), "mass centre “1,030.0000” is not a number"),
        (re.sub(r"Ixx\t\d+\.\d{3}", "Ixx\t1,000", FUSION), "inertia xx “1,000” may be 1.0 or 1000"),
        (ONSHAPE.replace(f"{MASS:.6f}", "1.250").replace("30.0000", "30,0000"), "mass “1.250” may be 1.25 or 1250"),
        (re.sub(r"\d+\.\d+", "1,000", ONSHAPE), "mass “1,000” may be 1.0 or 1000"),
        ("x" * 30_000, "more than 20000 characters"),
    ],
)
def test_what_is_refused(text: str, reason: str) -> None:
    with pytest.raises(BadNumber, match=reason):
        read_mass_properties(text)
