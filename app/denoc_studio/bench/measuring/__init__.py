"""What every measurement needs: arms and states, fair turns of time, the machine, and Pinocchio's C++ compiled for it.

Nothing here knows which peers there are.
"""
