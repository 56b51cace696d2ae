"""What `import denoc` does not bring along."""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import denoc


def test_importing_dynamics_is_light() -> None:
    """Qt, plotting, the compiler and SciPy stay out, with every name: that keeps a first use under half a second."""
    code = (
        "import sys, denoc; [getattr(denoc, name) for name in denoc.__all__]; "
        "print([m for m in ('PySide6', 'matplotlib', 'numba', 'scipy', 'tqdm', 'denoc_studio') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_following_a_path_needs_no_scipy() -> None:
    """Whose import would keep the window from the interpreter while it shows the arm."""
    code = "import sys, denoc; denoc.run_project(denoc.load('ur3e')); print('scipy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_name_is_imported_when_it_is_used() -> None:
    """Torques need no file formats, and the import alone not even NumPy."""
    code = (
        "import sys, denoc; "
        "loaded = lambda: [m for m in ('numpy', 'denoc.arm', 'denoc.files', 'denoc.runs') if m in sys.modules]; "
        "print(loaded()); denoc.Robot, denoc.inverse_dynamics; print(loaded()); denoc.runs; print(loaded())"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "['numpy', 'denoc.arm']", "['numpy', 'denoc.arm', 'denoc.runs']"]


def test_type_checkers_are_told_the_same() -> None:
    """The stub imports each public name from where it is found, and nothing else."""
    stub = ast.parse(Path(denoc.__file__).with_suffix(".pyi").read_text(encoding="utf-8"))
    imported = [node for node in stub.body if isinstance(node, ast.ImportFrom)]
    told = {alias.name: node.module for node in imported for alias in node.names if alias.name != "__version__"}
    assert sorted(told) == denoc.__all__
    listed = next(node.value for node in stub.body if isinstance(node, ast.Assign))
    assert ast.literal_eval(listed) == denoc.__all__
    for name, module in told.items():
        assert getattr(denoc, name) is getattr(importlib.import_module(module), name)


def test_a_name_that_there_is_not() -> None:
    with pytest.raises(AttributeError, match="module 'denoc' has no attribute 'simulat'"):
        denoc.simulat  # noqa: B018
    assert {"simulate", "__version__"} <= set(dir(denoc))


@pytest.mark.parametrize(
    ("module", "unneeded"),
    [
        ("cli", ("numpy", "llvmlite", "tqdm")),  # which tells the version, a help and bad usage
        ("commands", ("PySide6", "matplotlib", "scipy")),
        ("opening", ("matplotlib", "scipy", "PIL")),
    ],
)
def test_the_command_line_imports_what_it_needs(module: str, unneeded: tuple[str, ...]) -> None:
    code = f"import sys, denoc_studio.command_line.{module}\nprint([m for m in {unneeded} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_strangers_modules_are_not_in_the_way(tmp_path: Path) -> None:
    """Those of the folder that a script stands in come first, whatever they are called."""
    for name in ("app", "dynamics", "resources", "benchmarks", "tests"):
        (tmp_path / f"{name}.py").write_text("raise RuntimeError('a stranger')")
    done = subprocess.run(
        [sys.executable, "-m", "denoc_studio", "examples"], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "puma560" in done.stdout
