"""The Run panel: what is computed and how, from which state, with which motion or torque law.

It asks for runs; `session` computes them.
"""
