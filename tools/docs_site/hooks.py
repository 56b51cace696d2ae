"""What MkDocs calls while it builds the site. See the room's docstring."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from mkdocs.utils import get_relative_url

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), *(str(ROOT / folder) for folder in ("app", "dynamics", "resources"))]

from tools.docs_site.notebooks import FOLDER as NOTEBOOKS  # noqa: E402
from tools.docs_site.notebooks import notebook_page  # noqa: E402
from tools.docs_site.reference_pages import anchors, api_pages, command_pages, schema_tables  # noqa: E402
from tools.docs_site.theory_pages import theory_page  # noqa: E402

RESOURCES = ROOT / "resources" / "denoc_resources"
THEORY = RESOURCES / "help" / "theory"
ENTRIES = json.loads((THEORY / "index.json").read_text(encoding="utf-8"))
MADE = {"reference/command-line.md": command_pages, "reference/file-format.md": schema_tables}
"""Pages with a place, a line `<!-- made -->`, for what is made."""
ELSEWHERE = {  # files of the repository that are pages of the site: links to them lead there
    "resources/denoc_resources/help/theory/": "theory/",
    "dynamics/denoc/kernels/README.md": "kernels.md",
    "resources/denoc_resources/project.schema.json": "reference/project.schema.json",
    "CHANGELOG.md": "changelog.md",
    ".ipynb": ".md",
}
OUTSIDE = re.compile(r"""\ssrc=["']?(?:https?:)?//|<link\b(?![^>]*rel="?canonical)[^>]*href=["']?(?:https?:)?//""")
CODE = re.compile(r"<code>(?:dn\.)?(\w+)(\([^<]*\))?</code>(?!</a>)")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Theory and public names have as many pages as there are."""
    nav: list[Any] = config.nav or []
    theory = [{entry["title"]: f"theory/{entry['name']}.md"} for entry in ENTRIES]
    names = [{title: f"reference/api/{name}.md"} for name, title, _ in api_pages()]
    for section in nav:
        if "Theory" in section:
            section["Theory"] += theory
        if "Reference" in section:
            section["Reference"] += [{"Python": ["reference/api.md", *names]}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    made = {f"theory/{entry['name']}.md": _theory(entry["name"]) for entry in ENTRIES}
    made |= {f"reference/api/{name}.md": text for name, _, text in api_pages()}
    made["kernels.md"] = (ROOT / "dynamics" / "denoc" / "kernels" / "README.md").read_text(encoding="utf-8")
    made["changelog.md"] = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").replace("](docs/", "](")
    made["reference/project.schema.json"] = (RESOURCES / "project.schema.json").read_text(encoding="utf-8")
    for path in NOTEBOOKS.glob("*.ipynb"):
        made[f"notebooks/{path.stem}.md"] = notebook_page(json.loads(path.read_text(encoding="utf-8")), path.stem)
    for place, text in made.items():
        files.append(File.generated(config, place, content=text))
    return files


def _theory(name: str) -> str:
    return theory_page((THEORY / f"{name}.md").read_text(encoding="utf-8"), f"{name}.md")


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """What is made goes into its place, and links to files of the repository lead to their pages."""
    if page.file.src_uri in MADE:
        before, found, after = markdown.partition("<!-- made -->")
        assert found, page.file.src_uri
        markdown = before + MADE[page.file.src_uri]() + after
    up = "../" * (page.file.src_uri.count("/") + 1)
    for source, target in ELSEWHERE.items():
        if source.startswith("."):
            markdown = markdown.replace(f"{source})", f"{target})")
        else:
            markdown = markdown.replace(f"]({up}{source}", f"]({up[3:]}{target}")
    return markdown


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Public names in running text lead to where they are explained."""
    found = anchors()

    def linked(match: re.Match[str]) -> str:
        if match[1] not in found:
            return match[0]
        room, anchor = found[match[1]]
        target = files.get_file_from_path(f"reference/api/{room}.md")
        assert target is not None
        return f'<a href="{get_relative_url(target.url, page.url)}#{anchor}">{match[0]}</a>'

    return CODE.sub(linked, html)


def on_post_build(config: MkDocsConfig) -> None:
    """No page loads anything from elsewhere."""
    for page in Path(config.site_dir).rglob("*.html"):
        found = OUTSIDE.search(page.read_text(encoding="utf-8"))
        if found:
            raise PluginError(f"{page} loads something from the network: {found[0].strip()}...")
