"""The lab report: pages of A4 with all that was asked for on them, nothing cut off, nothing on top of other words."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from unittest.mock import MagicMock

import msgspec
import numpy as np
import pytest
from PIL import Image

from denoc import Gear, Link, Motor, Project, Robot, load, payload_capacity, payload_over, rod_chain, run_project
from denoc.arm.robot import Payload
from denoc.files.urdf.chain import load_urdf_arm
from denoc.files.urdf.project import arm_project
from denoc.motions.motion_data import (
    JointMotion,
)
from denoc.runs.recording import Recording
from denoc.torques.actuators import Actuator
from denoc.torques.torque_laws import ConstantTorque, PdTorque
from denoc_studio.command_line.cli import main
from denoc_studio.command_line.render import write_report
from denoc_studio.panels.exports.report_source import source_of_lab_report
from denoc_studio.paper.drawing import draw
from denoc_studio.paper.figures import paper_panels
from denoc_studio.paper.report import document
from denoc_studio.paper.report.document import _sources, _title
from denoc_studio.paper.report.order import LabOrder, PinnedRun, lab_source
from denoc_studio.plots.motion import motion_of
from denoc_studio.plots.series import Options
from denoc_studio.project import edits
from denoc_studio.session.document import Document
from denoc_studio.session.playback import Playback
from tests.support.mesh_files import dressed_urdf
from tests.support.studio.papers import A4, about, boxes, fonts_are_embedded, needs_poppler, overlapping, words
from tests.support.studio.plotting import compute

LONG = "a name as long as anybody may ever want to give it, and longer than that by far " * 2
MARGIN = 20.0  # points that every page keeps free


def heavy_names(n: int) -> Project:
    """Every table there is, in numbers and words of the largest size."""
    link = Link(
        a=-12.345678, b=-0.98765432, alpha=-1.2345678, theta=2.3456789, mass=123.456789, com=(-0.12345678,) * 3,
        inertia=(1.23456e-3, 1.34567e-3, 1.45678e-3, -1.2345e-5, -1.3456e-5, -1.5678e-5), viscous=0.12345678,
        coulomb=0.0123456, rotor_inertia=1.23456e-5, gear_ratio=-123.4567, lower=-3.1234567, upper=3.1234567,
        name=LONG[:190],
    )  # fmt: skip
    links = tuple(replace(link, joint="P" if k % 3 == 2 else "R") for k in range(n))
    payload = Payload(1.5, (0.1, 0.2, 0.3), (0.01, 0.02, 0.03, 0.0, 0.0, 0.001))
    tool = tuple(map(tuple, np.array([[0, -1, 0, 0.123456], [1, 0, 0, 0.2], [0, 0, 1, 0.3], [0, 0, 0, 1.0]]).tolist()))
    robot = Robot(LONG[:190], links, payload=payload, tool=tool)
    project = Project(LONG[:190], robot, (0.123456,) * n, (-0.0123456,) * n, description=LONG * 20, source=LONG * 20)
    project = replace(project, run=msgspec.structs.replace(project.run, duration=0.05, samples=6))
    motor = Motor(LONG[:120], 0.05, 0.2, 500.0)
    return edits.set_actuators(project, (Actuator(motor, Gear(123.4567, 0.85)),) * n)


@cache
def project_named(name: str) -> Project:
    if name.startswith("heavy-"):
        return heavy_names(int(name.removeprefix("heavy-")))
    if name == "controlled":
        return controlled(40.0)
    if name == "chain-30":
        return edits.set_run(load(name), duration=0.5, samples=101)
    return rod_chain(1) if name == "one" else load(name)


@cache
def recorded(name: str) -> Recording:
    return run_project(project_named(name))


def written(folder: Path, name: str) -> Path:
    return write_report(project_named(name), recorded(name), name, folder / "report.pdf")


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """The report of a project by its name, written once for all that is looked for in it."""
    return cache(lambda name: written(tmp_path_factory.mktemp("report"), name))


@needs_poppler
@pytest.mark.parametrize(
    ("name", "pages"),
    [
        ("planar-3r-free-fall", 3),
        ("puma560", 4),
        ("chain-30", 5),
        ("one", 3),
        ("heavy-30", None),
    ],
)
def test_pages(tmp_path: Path, report: Callable[[str], Path], name: str, pages: int | None) -> None:
    path = report(name)
    told = about(path)
    placed = boxes(path)
    assert re.search(rf"Pages: +{len(placed)}\n", told)
    assert pages is None or len(placed) == pages
    assert "(A4)" in told
    assert "CreationDate" not in told
    assert fonts_are_embedded(path)
    for number, page in enumerate(placed, 1):
        assert len(page) > 30
        assert min(box[0] for box, _ in page) > MARGIN
        assert min(box[1] for box, _ in page) > MARGIN
        assert max(box[2] for box, _ in page) < A4[0] - MARGIN
        assert max(box[3] for box, _ in page) < A4[1] - MARGIN
        assert overlapping(page) == [], number
        assert [text for _, text in page][-4:] == ["page", str(number), "of", str(len(placed))]
        told = [box[3] for box, _ in page if box[3] < A4[1] * 0.95]  # without the page's number
        assert number == len(placed) or max(told) > 0.8 * A4[1], "only the last page may be half empty"
    if name in ("planar-3r-free-fall", "chain-30"):
        every_page_is_drawn(path, tmp_path)


def every_page_is_drawn(path: Path, folder: Path) -> None:
    subprocess.run(["pdftoppm", "-r", "50", "-png", str(path), str(folder / "page")], check=True)
    pictures = sorted(folder.glob("page*.png"))
    assert len(pictures) == len(boxes(path))
    for number, picture in enumerate(pictures):
        with Image.open(picture) as image:
            pixels = np.asarray(image.convert("RGB")).astype(int)
        assert pixels.shape[:2] == pytest.approx((297 / 25.4 * 50, 210 / 25.4 * 50), abs=1)
        inked = (pixels < 200).any(axis=2)
        assert inked.mean() > 0.01
        edge = round(MARGIN / 72 * 50)
        for border in (inked[:edge], inked[-edge:], inked[:, :edge], inked[:, -edge:]):
            assert not border.any()
        if number == 0:  # the picture of the arm, in colours
            assert (np.ptp(pixels, axis=2) > 80).sum() > 200


@needs_poppler
def test_it_tells_everything_of_an_inverse_run(report: Callable[[str], Path]) -> None:
    text = words(report("puma560"), "-layout")
    for said in (
        "Denavit-Hartenberg table, standard convention",
        "The PUMA 560 with friction",
        "(0, 0, -9.81) m/s²",
        "inverse dynamics",
        "joints, from start to end, 3-4-5 polynomial: from zero to 90°, 45°, -60°, 30°, 45°, 90°",
        "2 s, 401 samples",
        "57.57",  # N m: the peak torque of joint 2
        "107.81",  # its gear
        "they disagree by",
        "Figure 4: torque of joint 2 by cause",
        "Dynamics of serial multibody systems",
        "denoc-studio report puma560 --out puma560-report.pdf",
        "DeNOC Studio",
    ):
        assert said in text, said
    assert "Kane's equations" not in text
    assert re.search(r"Lab report, \d{4}-\d\d-\d\d", text)
    assert re.search(r"\n +2 +R +0\.4318 +0 +0 +q\n", text)
    assert re.search(r"\n +3 +4\.8 +-0\.0203 +-0\.0141 +0\.07 +0\.066 +0\.086 +0\.0125 +0 +0 +0\n", text)


@needs_poppler
def test_it_tells_everything_of_a_forward_run(report: Callable[[str], Path]) -> None:
    r = recorded("planar-3r-free-fall")
    text = words(report("planar-3r-free-fall"), "-layout")
    for said in (
        "none: free fall",
        "DeNOC, O(n)",
        "Dormand-Prince 5(4); tolerances 1e-08 relative, 1e-10 absolute",
        f"{r.energy_error:.1e} of the energy exchanged",
        f"{r.steps} steps",
        "every joint at zero, at rest",
        "energy, and what its balance leaves unexplained",
        "A decomposition of the manipulator inertia matrix",
    ):
        assert said in text, said


@needs_poppler
def test_what_was_computed_comes_before_where_it_comes_from(report: Callable[[str], Path]) -> None:
    text = words(report("puma560"))
    order = (
        "The arm",
        "Denavit-Hartenberg table",
        "The run",
        "Figure 1",
        "Figure 6",
        "Accuracy",
        "Actuators",
        "Sources",
    )
    places = [text.index(each) for each in order]
    assert places == sorted(places)


@needs_poppler
@pytest.mark.usefixtures("words_alone")
def test_what_it_can_carry_is_told_of_an_arm_with_torque_limits(tmp_path: Path) -> None:
    project = load("planar-3r-inverse")
    heading = "What it can carry"
    assert heading not in words(write_report(project, run_project(project), "free", tmp_path / "free.pdf"))
    limits = {joint: {"max_torque": limit} for joint, limit in enumerate((15.0, 9.0, 5.0))}
    project = edits.change_links(project, limits)
    r = run_project(project)
    text = words(write_report(project, r, "limited", tmp_path / "limited.pdf"), "-layout")
    start = payload_capacity(project.robot, r.q[0])
    assert text.index("Actuators") < text.index(heading) < text.index("Sources")
    assert f"at most {start.mass:.4g} kg: joint {start.joint + 1} reaches its limit" in text
    assert payload_over(project.robot, r).words in text
    assert "largest payload [kg]" in text


def controlled(kp: float) -> Project:
    """Joint 1 has far too little torque, joint 2 just enough."""
    motion = JointMotion((0.0,) * 3, (1.0, 0.5, -0.7))
    law = PdTorque((kp,) * 3, (4.0, 2.0, 1.0))
    settings = {"torque": law, "motion": motion, "torque_limit": (4.0, 1.5, 1.0), "duration": 0.5, "samples": 101}
    return edits.set_run(load("planar-3r-free-fall"), **settings)


@needs_poppler
def test_a_controlled_run_tells_its_error_and_how_long_its_motors_were_at_their_limits(
    report: Callable[[str], Path],
) -> None:
    project, r = project_named("controlled"), recorded("controlled")
    text = words(report("controlled"), "-layout")
    wanted = project.motion_at(r.t)[0]
    for joint, limit in enumerate((4.0, 1.5, 1.0)):
        error = np.degrees(np.abs(wanted[:, joint] - r.q[:, joint]))
        at = r.t[error.argmax()]
        rms = np.sqrt(np.mean((error[1:] ** 2 + error[:-1] ** 2) / 2))
        full = np.abs(r.tau[:, joint]) > limit - 1e-9
        share = 100 * np.mean((full[1:] + full[:-1].astype(float)) / 2)
        cells = [f"{joint + 1}", f"{error.max():.4g}", f"{at:.4g}", f"{rms:.4g}", f"{limit:g}", f"{share:.3g}"]
        assert re.search(r" +".join(map(re.escape, cells)) + "\n", text), cells
    assert "Figure 2: tracking error" in text


@needs_poppler
def test_a_pinned_run_is_named_drawn_and_told_apart(tmp_path: Path, report: Callable[[str], Path]) -> None:
    project, other = project_named("controlled"), controlled(60.0)
    r, before = recorded("controlled"), run_project(other)
    pinned = PinnedRun(other, before, "PID, kp 60")
    LabOrder(tmp_path / "x.pdf").write(lab_source(project, r, "", "pid", pinned), lambda *_: None)
    text = words(tmp_path / "x.pdf", "-layout")
    assert "inned" not in words(report("controlled"), "-layout")
    assert "PID, kp 60: dotted in the figures." in text
    assert re.search(r"run, torque, kp +60\.0, 60\.0, 60\.0 +40\.0, 40\.0, 40\.0", text)
    assert "Figure 1: joint positions (thin: reference, dotted: pinned run)" in text

    panels = paper_panels(motion_of(project, r), "angles", Options())
    _, (axes,) = draw(panels, 3, behind=paper_panels(motion_of(other, before), "angles", Options()))
    drawn = [line.get_ydata() for line in axes.get_lines()]
    for joint in range(3):
        assert any(np.array_equal(y, before.q[:, joint]) for y in drawn)


@needs_poppler
def test_an_arm_from_a_urdf_file_wears_its_meshes_and_its_notes_are_sentences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(document, "plots", lambda *_: [])
    path = dressed_urdf(tmp_path)
    arm = load_urdf_arm(path)
    project = arm_project(arm, path)
    assert all(re.fullmatch(r"[A-Z0-9].*\.", line) for line in project.description.splitlines())
    assert len(project.description.splitlines()) == 1 + len(arm.reports) == 2
    reds = []
    for each in (project, replace(project, visuals=())):
        report = write_report(each, run_project(each), "dressed", tmp_path / "x.pdf")
        subprocess.run(["pdftoppm", "-r", "50", "-l", "1", "-png", str(report), str(tmp_path / "page")], check=True)
        with Image.open(next(tmp_path.glob("page*.png"))) as image:
            pixels = np.asarray(image.convert("RGB")).astype(int)
        reds.append(
            int(((pixels[..., 0] > 3.5 * pixels[..., 1]) & (pixels[..., 0] > 90) & (pixels[..., 2] < 60)).sum())
        )
    assert reds[0] > 5 * max(reds[1], 10), reds


@needs_poppler
def test_every_joint_is_in_every_table(report: Callable[[str], Path]) -> None:
    """Tables that break over pages lose no row."""
    text = words(report("heavy-30"), "-layout")
    for number in range(1, 31):
        rows = re.findall(rf"^ +{number} +\S.*$", text, re.MULTILINE)
        assert len(rows) >= 6, number  # geometry, inertia, friction, start, loads, motor


@needs_poppler
@pytest.mark.usefixtures("words_alone")
def test_a_run_that_failed_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    project = load("planar-3r-free-fall")
    torque = ConstantTorque((3e3, 0.0, 0.0))
    failing = replace(project, run=msgspec.structs.replace(project.run, torque=torque))
    path = tmp_path / "failing.arm.json"
    failing.save(path)
    assert main(["report", str(path), "--out", str(tmp_path / "x.pdf")]) == 1
    assert "the run diverged" in capsys.readouterr().err
    text = words(tmp_path / "x.pdf")
    assert "The run diverged" in text
    assert "3000, 0, 0 N m" in text


@needs_poppler
@pytest.mark.usefixtures("words_alone")
def test_a_run_that_stopped_says_so(tmp_path: Path) -> None:
    project = edits.change_link(load("planar-3r-free-fall"), 0, lower=-0.05, upper=0.05)
    path = tmp_path / "stopping.arm.json"
    edits.set_run(project, limits="stop").save(path)
    assert main(["report", str(path), "--out", str(tmp_path / "x.pdf")]) == 0, "it ended as its project says"
    assert "The run stopped at t = 0.0" in (text := words(tmp_path / "x.pdf"))
    assert ": joint 1 reached" in text


def test_the_same_report_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    first = written(tmp_path, "one").read_bytes()
    assert written(tmp_path, "one").read_bytes() == first


def test_a_name_that_is_no_plain_word(tmp_path: Path) -> None:
    any_name(tmp_path, "手臂 $x_{$ <b>")


@pytest.mark.usefixtures("words_alone")
@pytest.mark.parametrize("name", ["x" * 200, ""])
def test_a_name_of_any_length(tmp_path: Path, name: str) -> None:
    any_name(tmp_path, name)


def any_name(tmp_path: Path, name: str) -> None:
    project = load("furuta")
    named = replace(project, name=name, robot=replace(project.robot, name=name))
    assert write_report(named, run_project(named), "f", tmp_path / "x.pdf").stat().st_size > 10_000


def test_a_report_is_a_pdf(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "puma560", "--out", str(tmp_path / "x.txt")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("x.txt: a report is a PDF; give it a name that ends in .pdf")
    assert not list(tmp_path.iterdir())


def test_bad_folders_are_refused_in_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "puma560", "--out", str(tmp_path / "no" / "x.pdf")]) == 2
    assert "no such folder" in capsys.readouterr().err
    assert main(["report", "no-such", "--out", str(tmp_path / "x.pdf")]) == 2
    assert not list(tmp_path.iterdir())


def test_a_changed_document_is_to_be_saved_before_it_can_be_repeated(
    document: Document, playback: Playback, tmp_path: Path
) -> None:
    document.replace(edits.set_run(load("planar-3r-free-fall"), duration=0.1, samples=11))
    compute(document, playback)
    found: list[tuple[bool, bool]] = []

    def told() -> str:
        source, flow = source_of_lab_report(document), MagicMock()
        assert source is not None
        found.append((source.saved, source.stale))
        _title(flow, source)
        _sources(flow, source)
        return " ".join(call.args[0] for call in flow.text.call_args_list)

    document.path = tmp_path / "my.arm.json"
    assert "This computes the same numbers and writes this report again: denoc-studio report my.arm.json" in told()
    document.edit(edits.change_link(document.project, 0, mass=3.0), "Set mass")
    text = told()
    assert "Out of date: the project was changed after this run." in text
    assert "The project must be saved first: my.arm.json does not hold it as it was for this run." in text
    assert "This computes the same numbers" not in text
    assert found == [(True, False), (False, True)]
    document.undo_stack.setClean()  # the file holds another project than the run's
    assert source_of_lab_report(document).saved is False
    document.path = None
    compute(document, playback)
    assert source_of_lab_report(document).saved is False, "it has no file, and is no example"
