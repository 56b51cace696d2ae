"""Dynamics of serial robot arms. SI units and radians; see README.md for the API in ten lines."""

from dynamics.api import forward_dynamics, inverse_dynamics
