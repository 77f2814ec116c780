"""`make setup` on a machine that lacks something says what, instead of a traceback."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("module", "text", "said"),
    [
        ("ensurepip", "raise ModuleNotFoundError", "cannot make environments; on Debian and Ubuntu: apt-get install"),
        ("sitecustomize", "import sys; sys.version_info = (3, 10, 9)", "Python 3.11 or newer is needed"),
    ],
)
def test_what_is_missing_is_said_in_one_line(tmp_path: Path, module: str, text: str, said: str) -> None:
    """Debian's Python has no `ensurepip` until `python3-venv` is there."""
    (tmp_path / f"{module}.py").write_text(text)
    line = ["make", "--no-print-directory", "setup", f"PYTHON={sys.executable}", f"VENV={tmp_path}/venv"]
    outside_make = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(
        line, cwd=ROOT, env={**outside_make, "PYTHONPATH": str(tmp_path)}, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stdout == ""
    ours, make = done.stderr.splitlines()
    assert said in ours
    assert make.startswith("make: ***")
    assert not (tmp_path / "venv").exists()
