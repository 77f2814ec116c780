"""Which tests play a card: those marked `@pytest.mark.card("boromir")`."""

import importlib
import pkgutil
from types import ModuleType


def played_by(package: ModuleType) -> dict[str, set[str]]:
    """Every card that a test in the package's modules is marked with, and the names of these tests."""
    found: dict[str, set[str]] = {}
    for module in pkgutil.iter_modules(package.__path__):
        if not module.name.startswith("test_"):
            continue
        for name, test in vars(importlib.import_module(f"{package.__name__}.{module.name}")).items():
            for mark in getattr(test, "pytestmark", ()) if name.startswith("test_") else ():
                for card in mark.args if mark.name == "card" else ():
                    found.setdefault(card, set()).add(name)
    return found
