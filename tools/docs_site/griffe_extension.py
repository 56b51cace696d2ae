"""What mkdocstrings is told about docstrings; griffe is what it reads sources with."""

from __future__ import annotations

from typing import Any

import griffe

import denoc
from tools.docs_site.docstrings import as_markdown, made_by


class Docstrings(griffe.Extension):
    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
            home = denoc._HOME_OF.get(obj.name)
            if obj.is_class and obj.path == f"denoc.{home}.{obj.name}":
                obj.docstring.value = f"```python\n{made_by(obj.name)}\n```\n\n{obj.docstring.value}"
