"""Runs the Python blocks of a page in order, in one namespace: `python -m tests.house.run_page PAGE [WORD=VALUE ...]`.

In a process of its own, because a page may register games and bots. Each WORD of the page, such as the address of a
server, is replaced by its VALUE. Tests that a block defines are run by pytest.
"""

import ast
import asyncio
import doctest
import inspect
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.house.pages import Block, blocks


def run_page(page: Path, values: dict[str, str]) -> None:
    """Run every block; the first that fails ends it."""
    text = page.read_text()
    for word, value in values.items():
        text = text.replace(word, value)
    namespace: dict[str, Any] = {"__name__": "__page__"}
    with asyncio.Runner() as runner:
        for block in blocks(text):
            if block.is_python:
                _run_block(block, page, namespace, runner)


def _run_block(block: Block, page: Path, namespace: dict[str, Any], runner: asyncio.Runner) -> None:
    if ">>> " in block.text:
        _run_session(block, page, namespace)
        return
    source = "\n" * (block.line - 1) + block.text  # so that a traceback names lines of the page
    code = compile(source, page, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    result = eval(code, namespace)
    if inspect.iscoroutine(result):
        runner.run(result)
    if "def test_" in block.text:
        file = Path("test_page.py").absolute()
        file.write_text(block.text)
        assert pytest.main(["-q", "-p", "no:cacheprovider", str(file)]) == 0, f"tests of {page}, line {block.line}"


def _run_session(block: Block, page: Path, namespace: dict[str, Any]) -> None:
    """Compare what an interactive session shows with what it gives."""
    session = doctest.DocTestParser().get_doctest(block.text, {}, page.name, str(page), block.line - 1)
    session.globs = namespace
    doctest.DebugRunner().run(session, clear_globs=False)


if __name__ == "__main__":
    run_page(Path(sys.argv[1]), dict(argument.split("=", 1) for argument in sys.argv[2:]))
