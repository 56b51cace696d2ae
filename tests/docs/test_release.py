"""What a release says of itself, and what its tools refuse."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

from denoc.basics.version import __version__
from denoc.files.text.strict_xml import read_xml

ROOT = Path(__file__).parents[2]
PACKAGING = ROOT / "packaging"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
HOME = PROJECT["project"]["urls"]["Homepage"]
TOLD = [
    *(ROOT / ".github").rglob("*.yml"),
    *(ROOT / name for name in ("CITATION.cff", "SECURITY.md", "pyproject.toml")),
    *(PACKAGING / "linux").glob("*.xml"),
]


def python(text: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run beside the tools of packaging/."""
    command = [sys.executable, "-W", "error", "-c", text, *map(str, arguments)]
    return subprocess.run(command, cwd=PACKAGING, capture_output=True, text=True, timeout=300)


def test_there_is_one_address_of_the_repository() -> None:
    owner = HOME.removeprefix("https://github.com/")
    for path in TOLD:
        named = re.findall(r"https://(?:raw\.githubusercontent|github)\.com/([\w-]+/[\w-]+)", path.read_text("utf-8"))
        assert {*named} <= {owner}, path


def test_an_index_is_given_no_relative_link() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for each in PROJECT["tool"]["hatch"]["metadata"]["hooks"]["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(each["pattern"], each["replacement"].replace("$HFPR_VERSION", __version__), text)
    pictures = re.findall(r"!\[[^]]*\]\((\S+)\)", text)
    raw = HOME.replace("github.com", "raw.githubusercontent.com")
    assert pictures
    assert all(each.startswith(f"{raw}/v{__version__}/docs/") for each in pictures)
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    assert all(each.startswith("https://") for each in re.findall(r"\]\(([^)#]+)\)", prose))


def test_pythons_that_are_claimed_are_tested() -> None:
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text("utf-8")
    claimed = re.findall(r"Python :: (3\.\d+)", " ".join(PROJECT["project"]["classifiers"]))
    assert claimed
    assert all(f'"{each}"' in workflow for each in claimed)


@pytest.mark.skipif(shutil.which("sh") is None, reason="needs a shell")
@pytest.mark.parametrize(
    ("tag", "heading", "refused"),
    [
        ("v2.3.4", "2.3.4 (2026-12-01)", ""),
        ("2.3.4", "2.3.4 (2026-12-01)", "the tag is 2.3.4"),
        ("v2.3.5", "2.3.5 (2026-12-01)", "the program's version 2.3.4"),
        ("v2.3.4", "2.3.4 (not yet released)", "no heading"),
    ],
)
def test_a_tag_is_the_version_that_the_changelog_dates(tag: str, heading: str, refused: str, tmp_path: Path) -> None:
    for name, text in (
        ("dynamics/denoc/basics/version.py", '__version__ = "2.3.4"\n'),
        ("CHANGELOG.md", f"# Changes\n\n## {heading}\n"),
        ("packaging/check_tag.sh", (PACKAGING / "check_tag.sh").read_text("utf-8")),
    ):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    made = subprocess.run(["sh", str(tmp_path / "packaging" / "check_tag.sh"), tag], capture_output=True, text=True)
    assert (made.returncode != 0) == bool(refused)
    assert refused in made.stderr


def test_one_version_and_one_date_everywhere() -> None:
    """The newest heading of the changelog is this version; where it is dated, all others give that date."""
    found = re.search(r"^## (\S+) \((.+)\)$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert found is not None
    version, date = found.groups()
    citation = dict(re.findall(r"^(version|date-released): (\S+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.M))
    description = read_xml(PACKAGING / "linux" / "studio.denoc.DenocStudio.metainfo.xml")
    newest = description.need("releases").need("release")
    page = (PACKAGING / "linux" / "denoc-studio.1").read_text("utf-8")
    assert version == citation["version"] == newest.text("version") == __version__
    assert date == citation["date-released"] == newest.text("date")
    assert page.startswith(f'.TH DENOC-STUDIO 1 "" "denoc-studio {__version__}"')


def test_the_notices_know_every_part_and_no_gpl() -> None:
    made = python("import sys, notices; print(notices.notices(sys.argv[1]))", HOME)
    assert not made.returncode, made.stderr
    parts = re.findall(r"^={78}\n(\S+) ", made.stdout, re.MULTILINE)
    wanted = {re.split(r"[^\w.-]", each)[0].lower() for each in PROJECT["project"]["dependencies"]}
    assert wanted <= {each.lower().replace("_", "-") for each in parts}
    assert "imageio" not in made.stdout.lower()
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in made.stdout


@pytest.mark.skipif(sys.platform != "linux" or shutil.which("objdump") is None, reason="needs objdump")
def test_a_folder_that_lacks_a_library_is_refused(tmp_path: Path) -> None:
    (module,) = Path(np.__file__).parent.glob("_core/_multiarray_umath*.so") or Path(np.__file__).parent.glob(
        "core/_mult*.so"
    )
    shutil.copyfile(module, tmp_path / module.name)
    made = python("import sys, system_needs; system_needs.needs(system_needs.Path(sys.argv[1]))", tmp_path)
    assert made.returncode == 1
    assert re.search(r"neither in the folder .*openblas\S* \(for _multiarray", made.stderr)
    (library,) = re.findall(r"(lib\S*openblas\S*)", made.stderr)
    (tmp_path / library).write_bytes(b"")  # carried now
    made = python("import sys, system_needs; print(system_needs.needs(system_needs.Path(sys.argv[1])))", tmp_path)
    assert not made.returncode, made.stderr
    assert "libc.so.6" in made.stdout
