"""Small motions about a state: linear models, equilibria and how stable they are, natural modes, poles over a run."""
