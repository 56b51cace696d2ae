"""Hostile files: healthy ones are damaged in every way we could think of and fed to the program.

Each must end in a result or in one line that names the file and the place, quickly and in little memory. The suite
feeds some hundreds; `python -m tests.long damaged_files` is the long form.
"""
