"""Lessons as data: their files, what they ask, and whether an answer is right. No Qt: `panels.lessons` shows them.

A lesson is one text file. Numbers in it are not written down but asked for, `{ridim tau 1}`, and so are answers.
"""
