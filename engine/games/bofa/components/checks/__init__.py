"""Whether a pack can be played: names that exist, the counts of the box, a board that holds together."""

from collections.abc import Callable
from pathlib import Path

from engine.games.bofa.components.checks import board, cards, pieces, references
from engine.games.bofa.components.faults import Fault
from engine.games.bofa.components.reader import Sources, read
from engine.games.bofa.components.schema import Contents

_CHECKS: tuple[Callable[[Contents, Sources], None], ...] = (
    references.check_names,
    references.check_ids,
    board.check_counts,
    board.check_settlements,
    board.check_borders,
    board.check_reachable,
    board.check_ranges,
    pieces.check_figures,
    pieces.check_characters,
    pieces.check_recruitment_tokens,
    pieces.check_fate_tokens,
    pieces.check_setup,
    pieces.check_setup_counts,
    pieces.check_setup_places,
    cards.check_decks,
    cards.check_places,
)


def check(path: str | Path) -> list[Fault]:
    """Every fault of the pack in that folder, by file and line; an empty list means it can be played."""
    return examine(Path(path))[1]


def examine(folder: Path) -> tuple[Contents | None, list[Fault]]:
    """The contents of a pack, as far as it could be read, and its faults."""
    if not folder.is_dir():
        return None, [Fault(str(folder), 1, "there is no such folder")]
    if not (folder / "pack.toml").is_file():
        return None, [Fault("pack.toml", 1, f"the file is missing: {folder} is no pack")]
    contents, sources = read(folder)
    if contents is not None:
        for check_part in _CHECKS:
            check_part(contents, sources)
    faults = [fault for source in sources.values() for fault in source.faults]
    return contents, sorted(faults, key=lambda fault: (fault.file, fault.line))
