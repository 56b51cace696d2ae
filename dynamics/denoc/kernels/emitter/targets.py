"""Which processor the kernels are made for: its name, its features, and how many doubles it works on at once."""

from __future__ import annotations

import sys
from typing import NamedTuple

import llvmlite.binding as llvm

from denoc.kernels.storage.locks import Once

SIDE_BY_SIDE = sys.platform != "win32"  # the linker puts code and constants together: short addresses reach them


class Target(NamedTuple):
    """A processor as LLVM names it; `lanes` is the width of the wide kernels."""

    triple: str
    cpu: str
    features: str
    lanes: int

    def machine(self) -> llvm.TargetMachine:
        """A compiler for it. With short addresses a constant is an operand or is loaded again where it is needed, and
        none waits in memory for want of a register."""
        initialize()
        target = llvm.Target.from_triple(self.triple)
        model = "small" if SIDE_BY_SIDE else "jitdefault"
        return target.create_target_machine(cpu=self.cpu, features=self.features, opt=3, reloc="pic", codemodel=model)


@Once
def initialize() -> None:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()


@Once
def host() -> Target:
    """This machine."""
    initialize()
    triple = llvm.get_process_triple()
    features = llvm.get_host_cpu_features()
    return Target(triple, llvm.get_host_cpu_name(), features.flatten(), _lanes(triple, features))


def _lanes(triple: str, features: dict[str, bool]) -> int:
    if features.get("avx512f"):
        return 8
    if features.get("avx2") or features.get("avx"):
        return 4
    return 2 if triple.startswith(("x86_64", "aarch64", "arm64")) else 1


def description() -> str:
    """This machine's vectors in words, such as "4 lanes, AVX2 with FMA"."""
    target = host()
    features = target.features.split(",")
    names = {"avx512f": "AVX-512", "avx2": "AVX2", "avx": "AVX", "neon": "NEON", "sse2": "SSE2"}
    found = next((name for feature, name in names.items() if f"+{feature}" in features), "no vectors")
    fused = any(f"+{feature}" in features for feature in ("fma", "neon"))
    lanes = f"{target.lanes} lane" + "s" * (target.lanes > 1)
    return f"{lanes}, {found} {'with' if fused else 'without'} FMA"
