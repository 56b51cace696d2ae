"""Names are text in every file that is written: no formula, markup, template or device, and they read back."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from denoc import Link, Robot, load, simulate
from denoc.arm.conventions import as_tuples
from denoc.arm.visuals import Visual
from denoc.files.projects.mesh_copies import housed
from denoc.files.tables.csv_table import read_table
from denoc.files.text.cell_text import cell_to_text, csv_cell, tabbed_cell, text_to_cell
from denoc.files.text.file_names import file_stem, no_device
from denoc.files.text.xml_text import attribute, comment
from denoc.files.urdf.chain import load_urdf
from denoc.files.writers.latex import escape, latex_tables
from denoc.files.writers.mjcf_writer import mjcf_text
from denoc.files.writers.urdf_writer import save_urdf, urdf_text
from denoc.runs.recording import Recording

FORMULAS = ("=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", " =1", "'=1", "''-x", "\uff1dcmd()", "=cmd|' /C calc'!A0")
PLAIN = ("motor", "'quoted'", "a=b", "1-2", "<b>", "'", "", "ü \U0001f9be", 'say "x"', "a,b;c")
NAMES = (
    "${x}",
    "$(arg y)",
    "$${z}",
    "a$b",
    "\"quoted\" 'too'",
    "<b>&amp;</b>",
    "a/b\\c",
    "%1 --",
    "=1+1",
    "{x}",
    "]]>",
)


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_becomes_a_text_and_reads_back(text: str) -> None:
    assert text_to_cell(text) == f"'{text}"
    assert cell_to_text(text_to_cell(text)) == text
    assert tabbed_cell(text)[0] == "'" or not text.strip()
    [[read]] = csv.reader(io.StringIO(csv_cell(text), newline=""))
    assert cell_to_text(read) == text


@pytest.mark.parametrize("text", PLAIN)
def test_other_texts_are_cells_as_they_are(text: str) -> None:
    assert text_to_cell(text) == cell_to_text(text) == text
    assert [cell for row in csv.reader(io.StringIO(csv_cell(text) + "\n")) for cell in row] == ([text] if text else [])


def test_random_texts_read_back(rng: np.random.Generator) -> None:
    for _ in range(2000):
        text = "".join(rng.choice(list("'=+-@ \t\r,;\"ab1"), size=rng.integers(0, 6)))
        assert cell_to_text(text_to_cell(text)) == text
        assert not re.match(r"\s*[=+\-@]", text_to_cell(text))


def test_headings_that_would_be_formulas_read_back(tmp_path: Path) -> None:
    path = tmp_path / "run.csv"
    path.write_text(f"t,{csv_cell('=1+1')},{csv_cell('-x')}\n0,-1.5,2\n1,-2.5,3\n")
    table = read_table(path)
    assert table.header == ["t", "=1+1", "-x"]
    assert table.numbers(1) == [-1.5, -2.5]


@pytest.mark.parametrize(
    ("name", "stem"),
    [
        ("two links", "two-links"),
        ("CON", "_CON"),
        ("nul.txt", "_nul.txt"),
        ("com1", "_com1"),
        ("Lpt9.old.txt", "_Lpt9.old.txt"),
        ("console", "console"),
        ("com10", "com10"),
        ("COM¹", "_COM¹"),
        ("arm. ", "arm"),
        ('a:b*c?d/e\\f|g<h>i"j', "a-b-c-d-e-f-g-h-i-j"),
        ("../../etc/passwd", "etc-passwd"),
        ("-rf", "rf"),
        (".hidden", "hidden"),
        ("a\nb\x1b[0m", "a-b-0m"),
        ("\u202egpj.exe", "gpj.exe"),
        ("***", "project"),
        ("", "project"),
        ("x" * 79 + ".y", "x" * 79),
    ],
)
def test_a_name_as_a_file_name(name: str, stem: str) -> None:
    assert file_stem(name) == stem


def test_a_long_name_of_any_script_fits_into_a_file_name(tmp_path: Path) -> None:
    path = tmp_path / f"{file_stem('腕' * 200)}-actuators.denoc.json"
    path.write_text("")
    assert len(path.name.encode()) < 200


def test_the_copy_of_a_mesh_is_no_device(tmp_path: Path) -> None:
    """Windows takes con.old-1234.stl for the console."""
    far, home = tmp_path / "far", tmp_path / "home"
    far.mkdir()
    home.mkdir()
    (far / "con.old.stl").write_bytes(b"solid x\nendsolid x\n")
    visual = Visual(0, "mesh", (1.0, 1.0, 1.0), as_tuples(np.eye(4)), mesh=far / "con.old.stl")
    _, [copy] = housed([visual], home / "arm.denoc.json", ".denoc.json")
    assert copy.target.name.startswith("_con.old-")
    assert no_device("arm") == "arm"


@pytest.fixture
def robot() -> Robot:
    return Robot("${robot} <a> \"b\" & 'c' %1", tuple(Link(a=0.3, mass=1.0, name=name) for name in NAMES))


def test_names_survive_a_urdf(robot: Robot, tmp_path: Path) -> None:
    save_urdf(robot, tmp_path / "arm.urdf")
    back = load_urdf(tmp_path / "arm.urdf")
    assert back.name == robot.name
    assert [link.name for link in back.links] == list(NAMES)


def test_no_template_is_in_a_urdf(robot: Robot) -> None:
    assert not re.search(r"(?<!\$)\$[{(]", urdf_text(robot)[0])


def test_names_survive_an_mjcf(robot: Robot) -> None:
    root = ElementTree.fromstring(mjcf_text(robot))
    assert root.get("model") == robot.name
    assert [body.get("name") for body in root.iter("body")] == list(NAMES)


@pytest.mark.parametrize("text", ["a\tb\nc\rd", "\"'<>&", "]]>", " x "])
def test_an_attribute_reads_back(text: str) -> None:
    assert ElementTree.fromstring(f'<a b="{attribute(text)}"/>').get("b") == text


@pytest.mark.parametrize("text", ["--", "---", "a----b", "-->", "x-"])
def test_a_comment_ends_where_it_should(text: str) -> None:
    assert ElementTree.fromstring(f"<a>{comment([text])}<b/></a>")[0].tag == "b"


def test_latex_leaves_no_special_sign() -> None:
    """Every sign that LaTeX does not print as it is, is written otherwise."""
    signs = '\\{}$&#%_^~<>|"`'
    for sign in signs:
        written = escape(f"a{sign}b")
        assert written != f"a{sign}b"
        rest = re.sub(r"\\(?:[&%$#_{}]|[a-z]+\d*\{\})", "", written)
        assert rest == "ab", (sign, written)
    assert escape("a--b---c-d") == "a-{}-b-{}-{}-c-d"
    assert escape("plain, (text) = 'x'; ü?!*/@+") == "plain, (text) = 'x'; ü?!*/@+"


def test_latex_tables_hold_escaped_names(robot: Robot) -> None:
    text = latex_tables(robot)
    assert escape(robot.name) in text
    assert all(escape(name) in text for name in NAMES)


def test_notebooks_show_names_as_text() -> None:
    project = load("planar-3r-free-fall")
    hostile = '<img src="x" onerror="y"><script>'
    links = tuple(replace(link, name=hostile) for link in project.robot.links)
    robot = replace(project.robot, name=hostile, links=links)
    for page in (robot._repr_html_(), _recording(robot)._repr_html_()):
        assert "<img" not in page
        assert "<script" not in page
    assert "&lt;script&gt;" in robot._repr_html_()


def _recording(robot: Robot) -> Recording:
    return simulate(robot, [0.0] * robot.n, [0.0] * robot.n, 0.05)
