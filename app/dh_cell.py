"""What one cell of the DH table says: to the eye, in its editor, in its tool tip and aloud."""

from __future__ import annotations

from typing import NamedTuple

from app.dh_columns import COLUMNS, TYPE, Column, variable, varies
from app.numbers import shown
from app.refused import Refused
from app.table_text import cell_text
from dynamics.robot import Convention, Link


class Cell(NamedTuple):
    """Row and column count from 0; `refused` is what was typed here in vain."""

    link: Link
    row: int
    column: int
    convention: Convention
    degrees: bool
    refused: Refused | None = None

    @property
    def _heading(self) -> Column:
        return COLUMNS[self.column]

    @property
    def varies(self) -> bool:
        return varies(self.link, self._heading)

    @property
    def name(self) -> str:
        return f"{self._heading.symbols[self.convention]} of link {self.row + 1}"

    @property
    def text(self) -> str:
        """For editing."""
        return self.refused.text if self.refused else cell_text(self.link, self.column, self.degrees)

    @property
    def display(self) -> str:
        """For reading: the varying entry with the variable that is added to it."""
        if self.refused:
            return self.refused.text
        if self.column == TYPE:
            return self.link.joint
        text = shown(getattr(self.link, self._heading.field), self._heading.unit(self.degrees))
        if not self.varies:
            return text
        if text == "0":
            return variable(self.row)
        sign = "-" if text.startswith("-") else "+"
        return f"{variable(self.row)} {sign} {text.removeprefix('-')}"

    @property
    def value_text(self) -> str:
        """The value in the document, with its unit."""
        if self.column == TYPE:
            return self.link.joint
        unit = self._heading.unit(self.degrees)
        return f"{shown(getattr(self.link, self._heading.field), unit)} {unit.label}"

    @property
    def complaint(self) -> str:
        """Why the text in this cell cannot be used."""
        return f"{self.refused.reason}; {self.value_text} stays" if self.refused else ""

    @property
    def tool_tip(self) -> str:
        if self.refused:
            return self.complaint
        if self.column == TYPE:
            kind = "revolute" if self.link.revolute else "prismatic"
            return f"Joint {self.row + 1} is {kind}; press R or P to change it"
        exact = f"{self.name}: {self.text} {self._heading.unit(self.degrees).label}"
        return f"{exact}\nVaries: {variable(self.row)} is added to this value" if self.varies else exact

    @property
    def spoken(self) -> str:
        return f"{self.name}: {self.value_text}{', varies' if self.varies else ''}"
