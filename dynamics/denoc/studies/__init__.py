"""What is learnt from runs: trust, agreement, causes, loads, sizing, sensitivity; from many runs: `chaos`,
`tolerances`, shares of a change; from poses: what an arm can carry and reach; from measurements: `identification`.

Nothing here writes a file.
"""
