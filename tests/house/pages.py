"""Markdown pages as a reader goes through them: the blocks of code, the commands in them, and what prose names."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

SHELLS = frozenset({"", "sh", "bash", "console"})
"""Languages of blocks that hold commands; a block without one may be anything."""

OURS = ("westmarch ", "python -m services")
"""How commands of ours begin; make, docker and kubectl are not for these tests to run."""

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_NO_RUN = re.compile(r"<!-- no-run:((?:(?!-->).)*)-->\s*\Z", re.DOTALL)
_CODE = re.compile(r"(?<!`)`([^`]+)`(?!`)")
_LINK = re.compile(r"\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page."""

    language: str
    text: str
    line: int
    """Where its first line stands in the page."""
    no_run: str | None = None
    """Why it cannot be run, where the page says so in a comment before it."""

    @property
    def commands(self) -> list[str]:
        """Command lines of ours. Where some begin with `$`, the other lines are what the commands print."""
        if self.language not in SHELLS or self.no_run is not None:
            return []
        lines = self.text.replace("\\\n", " ").splitlines()
        typed = [line.removeprefix("$ ") for line in lines if line.startswith("$ ")] or lines
        return [line for line in typed if line.startswith(OURS)]

    @property
    def is_python(self) -> bool:
        """Whether it is Python to be run."""
        return self.language == "python" and self.no_run is None


def pages() -> list[Path]:
    """Every page of the project."""
    front = [ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")]
    return [page for page in front if page.exists()] + sorted((ROOT / "docs").rglob("*.md"))


def blocks(text: str) -> list[Block]:
    """The fenced blocks of a page, in order."""
    found = []
    for fence in _FENCE.finditer(text):
        marker = _NO_RUN.search(text, 0, fence.start())
        line = text.count("\n", 0, fence.start(2)) + 1
        found.append(Block(fence[1], fence[2], line, marker and marker[1].strip()))
    return found


def code_spans(text: str) -> list[str]:
    """The pieces of code in the prose of a page."""
    return [" ".join(span[1].split()) for span in _CODE.finditer(_FENCE.sub("", text))]


def links(text: str) -> list[str]:
    """Where the links of a page lead."""
    return [link[1] for link in _LINK.finditer(_FENCE.sub("", text))]


def anchors(text: str) -> set[str]:
    """The names by which links reach the headings of a page."""
    titles = (heading[1].lower() for heading in _HEADING.finditer(_FENCE.sub("", text)))
    return {re.sub(r"[^\w\- ]", "", title).replace(" ", "-") for title in titles}
