"""The lab report: a run on some pages of paper, without Qt."""
