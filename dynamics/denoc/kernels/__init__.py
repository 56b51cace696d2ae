"""Machine code for the recursions: see README.md in this folder."""

from denoc.kernels.dispatch import Kernels, prepare
from denoc.kernels.emitter.targets import description
from denoc.kernels.peak_speed import flops, peak_gflops

__all__ = ["Kernels", "description", "flops", "peak_gflops", "prepare"]
