"""Every kind of processor that this machine can play."""

from __future__ import annotations

import llvmlite.binding as llvm

from denoc.kernels.emitter.targets import Target, host

_X86 = {
    "SSE2, no FMA": ("", 2),
    "AVX, no FMA": ("+avx", 4),
    "AVX2, no FMA": ("+avx2,-fma", 4),
    "AVX2, FMA": ("+avx2,+fma", 4),
    "AVX2, FMA, 8 lanes": ("+avx2,+fma", 8),
    "AVX-512": ("+avx512f,+avx512dq,+fma", 8),
    "one lane": ("", 1),
}


def playable() -> dict[str, Target]:
    """The host itself, and on x86 every path whose instructions the host has."""
    found = {"host": host()}
    if not host().triple.startswith("x86_64"):
        return found
    has = {name for name, there in llvm.get_host_cpu_features().items() if there}
    for name, (features, lanes) in _X86.items():
        wanted = {feature[1:] for feature in features.split(",") if feature.startswith("+")}
        if wanted <= has:
            found[name] = Target(host().triple, "x86-64", features, lanes)
    return found


PLAYABLE = playable()
