"""Refuses to build a wheel that lacks the web console; all else about the package is in pyproject.toml."""

from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

PAGE = Path(__file__).parent / "services/gateway/site/index.html"


class BuildPy(build_py):
    """Looks for the console first. Nobody needs it to work on the sources."""

    def run(self) -> None:
        if not self.editable_mode and not PAGE.exists():
            raise SystemExit(f"{PAGE} is missing; `make setup` builds it, or `python services/gateway/web/build.py`.")
        super().run()


setup(cmdclass={"build_py": BuildPy})
