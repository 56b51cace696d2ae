"""Arguments as argparse reads them, with errors of one line and help that shows examples."""

from __future__ import annotations

import argparse
import sys
from typing import Any, NoReturn

EXAMPLES = {
    "examples": ("denoc-studio examples", "denoc-studio examples | grep falls"),
    "run": (
        "denoc-studio run puma560 --out out",
        "denoc-studio run my-arm.arm.json --out out --csv --svg",
        "denoc-studio run puma560 --out out --gif --size 480x360 --fps 20",
        "denoc-studio run puma560 --out out --mp4 --size 1920x1080 --speed 0.25 --theme dark",
        "denoc-studio run puma560 --out out --frames --fps 60",
        "denoc-studio run puma560 --out - --csv | head",
    ),
    "report": (
        "denoc-studio report puma560 --out puma560-report.pdf",
        "denoc-studio report my-arm.arm.json --out lab-3.pdf",
    ),
    "check": (
        "denoc-studio check puma560",
        "denoc-studio check my-arm.arm.json && echo they agree",
        "denoc-studio check robot.urdf --tip hand",
    ),
    "convert": (
        "denoc-studio convert arm.urdf arm.arm.json",
        "denoc-studio convert two-hands.urdf left.arm.json --tip left_hand",
        "denoc-studio convert puma560 puma560.urdf",
        "denoc-studio convert puma560 - --to .tex | pandoc -f latex -t html",
        "denoc-studio convert puma560 puma560.c && cc -DDENOC_SELF_TEST puma560.c -lm && ./a.out",
    ),
    "thumbnail": ("denoc-studio thumbnail my-arm.arm.json my-arm.png", "denoc-studio thumbnail puma560 - 512 > p.png"),
    "worksheet": (
        "denoc-studio worksheet 3 --out w.pdf --key key.pdf",
        "denoc-studio worksheet 3 --arm my-arm.arm.json --seed 7 --out w.pdf --key key.pdf",
    ),
    "sweep": (
        "denoc-studio sweep puma560 --vary robot.links[2].mass=3:8:11 --out table.csv",
        "denoc-studio sweep my-arm.arm.json --vary robot.links[1].mass=1:3 --vary q0[0]=-1:1 "
        "--runs 1000 --measure peak_torque2 --measure energy --out table.csv",
        "denoc-studio sweep my-arm.arm.json --vary q0[0]=-1:1 --cluster tcp://node1:8786 --out table.parquet",
    ),
    "completion": (
        "source <(denoc-studio completion bash)",
        "denoc-studio completion zsh > ~/.zfunc/_denoc-studio",
        "denoc-studio completion fish > ~/.config/fish/completions/denoc-studio.fish",
    ),
    "manual": ("denoc-studio manual | man -l -",),
    "bench": ("denoc-studio bench --quick", "denoc-studio bench --markdown --plot speed.svg > speed.md"),
}


class OneLineParser(argparse.ArgumentParser):
    def __init__(self, **given: Any) -> None:
        super().__init__(**{"formatter_class": argparse.RawDescriptionHelpFormatter, **given})

    def error(self, message: str) -> NoReturn:
        line = "".join(character if character.isprintable() else " " for character in message)
        print(f"denoc-studio: error: {line} (see {self.prog} --help)", file=sys.stderr)
        raise SystemExit(2)


def show_examples(parser: argparse.ArgumentParser, command: str) -> None:
    """At the end of the command's help, unless it shows some already."""
    if not parser.epilog:
        parser.epilog = "\n".join(["examples:", *(f"  {line}" for line in EXAMPLES[command])])
