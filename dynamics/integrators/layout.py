"""Where the memory of an explicit integrator holds what: shared by the compiled loop and the compiled stages."""

DONE, NO_STEP, WRONG = range(3)  # how `advance` ends
GROWN = 1  # a state beyond all bounds; the derivative's own numbers begin above it

# Rows of `vectors`, each as long as the state, padded with zeros to a multiple of four. The slopes of the stages begin
# at K, the rows of the dense output at F.
Y, Y_OLD, SLOPE, SLOPE_OLD, TRIAL, F, K = 0, 1, 2, 3, 4, 5, 13

# Entries of `numbers`: the method and its limits, the clock, and counters.
(
    STAGES, LAST_STAGE, ORDER, ERROR_ORDER, ESTIMATES, DENSE_ROWS, BOOTSTRAP, RTOL, ATOL, CONTROLLED, MAX_STEP, FLOOR,
    T, H, T_OLD, H_OLD, FAILED_AT, STATUS, STEPS, EVALUATIONS, SAMPLED, DENSE_READY,
) = range(22)  # fmt: skip
NUMBERS = 22

# Rows of `weights`: two error estimates, then the dense output.
DENSE, WEIGHT_ROWS, WEIGHT_COLUMNS = 2, 10, 16
