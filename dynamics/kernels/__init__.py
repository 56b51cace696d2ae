"""Machine code for the recursions: see README.md in this folder."""

from dynamics.kernels.dispatch import generic_only, never_compile_here, prepare
from dynamics.kernels.limits import flops, peak_gflops
from dynamics.kernels.targets import description

__all__ = ["description", "flops", "generic_only", "never_compile_here", "peak_gflops", "prepare"]
