"""The long programmes: what the test suite tries briefly, tried until it is a figure.

    python -m tests.long                      what there is, with the full counts
    python -m tests.long saving               one programme with its full count
    python -m tests.long saving 100 --seed 7  fewer cases, other ones
    python -m tests.long all                  every one of them, which takes hours
    ... --record                              puts the results into docs/reliability.md, with date and machine

Each module here but `tally` and `record` is a programme: its docstring's first line says what is tried, `COUNT` is
the full count and `run(tally, count, seed)` does it. The exit code is 1 when a case failed.
"""
