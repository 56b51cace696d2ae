#!/bin/sh
# lowest.sh VENV: an environment with the lowest versions that pyproject.toml allows, and the tools of the tests.
# Needs uv. Matplotlib 3.8 calls what pyparsing 3.3 deprecates. Pinocchio wants a newer NumPy: comparisons with it are
# skipped there.
set -eu
venv=$1
here=$(dirname "$0")/..
tools="pyparsing<3.3 pytest>=8.2 pytest-qt pytest-xdist pytest-xvfb hypothesis fonttools mujoco"
uv venv --quiet --python 3.11 "$venv"
uv pip install --quiet --python "$venv" --resolution lowest-direct "$here[cluster,parquet,video]"
uv pip freeze --quiet --python "$venv" | grep -v -e ' @ ' -e '^pyparsing=' > "$venv/lowest.txt"
# shellcheck disable=SC2086
uv pip install --quiet --python "$venv" --constraints "$venv/lowest.txt" $tools
