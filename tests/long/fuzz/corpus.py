"""An endless supply of damaged files, the same for the same seed."""

from __future__ import annotations

import json
import random
from pathlib import Path

from tests.long.fuzz.feeding import READS_URDF
from tests.long.fuzz.mutations import BYTES, tree
from tests.long.fuzz.seeds import CSVS, URDF, project


class Corpus:
    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def write(self, folder: Path) -> Path:
        """The next file."""
        rng = self._random
        kind = rng.choices(["arm.json", "csv", "urdf"], [3, 1, 2 if READS_URDF else 0])[0]
        path = folder / f"mutant.{kind}"
        path.write_bytes(self._mutant(kind))
        return path

    def understands(self, name: str) -> bool:
        return READS_URDF or not name.endswith(".urdf")

    def _mutant(self, kind: str) -> bytes:
        rng = self._random
        if kind == "arm.json":
            document = project(rng)
            if rng.random() < 0.6:
                return tree(rng, document)
            data = json.dumps(document, indent=rng.choice([None, 2])).encode()
        else:
            data = (rng.choice(CSVS) if kind == "csv" else URDF).encode()
        for _ in range(rng.choice([0, 1, 1, 1, 2, 4])):
            data = rng.choice(BYTES)(rng, data)
        return data
