"""Compares bots by pairs, as `westmarch match` does: plays, shows how it stands, and reports."""

import json
import os
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console, Group
from rich.live import Live
from rich.panel import Panel
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.text import Text

from engine.bots.pairs import holders
from engine.core.game import Game, Setting, as_seed
from engine.core.record import Record
from services.cli.account import account
from services.cli.arguments import PLUGINS, BadInput
from services.cli.files import check_writable
from services.cli.leg_workers import LegFailed, LegSetting
from services.cli.pair_journal import Head, Journal
from services.cli.pairs import meetings, play_pairs
from services.pairs.comparison import Comparison, PairResult
from services.pairs.page import page
from services.pairs.report import figures, fingerprint_line, lines, markdown
from services.pairs.sequential import SequentialTest
from services.rpc.outside_bots import fingerprint_of, read_bot

EXIT_CODES = {None: 0, "accepted": 0, "rejected": 3, "undecided": 4}
"""By verdict of the test; 0 also where there was none."""
EXIT_INTERRUPTED = EXIT_CODES["undecided"]
"""Of a comparison that was interrupted before it had decided anything."""
ERROR_RATE = 0.05
"""Of each kind, that a test has unless told otherwise."""
_REDRAWS_A_SECOND = 4


class Wanted(NamedTuple):
    """What the command line asks for."""

    bots: Sequence[str]
    pairs: int
    sprt: str | None
    logistic: bool
    alpha: float
    beta: float
    gauntlet: bool
    jobs: int
    seed: int | None
    limit: float | None
    save: Path | None
    log: Path | None
    html: Path | None
    markdown: Path | None
    as_json: bool


def compare(game: Game[Any], setting: Setting, wanted: Wanted) -> int:
    """Play, and report; the exit code."""
    test = _test(wanted)
    seed = _seed(wanted.seed, wanted.save)
    run = _Run(game, setting, wanted.bots, test, seed, wanted.gauntlet, wanted.limit)
    for file, flag in ((wanted.html, "--html"), (wanted.markdown, "--markdown")):
        if file is not None:
            check_writable(file, flag)
    console = Console(stderr=wanted.as_json)
    code = None
    try:
        run.play(wanted.pairs, wanted.jobs, wanted.save, wanted.log, console)
    except LegFailed as error:
        raise BadInput(f"a match could not be played: {error}") from None
    except KeyboardInterrupt:
        console.print("[dim]interrupted; what was played so far:[/]")
        code = EXIT_INTERRUPTED
    _report(run, console, wanted.as_json, wanted.html, wanted.markdown)
    return EXIT_CODES[run.comparison.verdict] if code is None else code


def _test(wanted: Wanted) -> SequentialTest | None:
    if wanted.sprt is None:
        if wanted.logistic or (wanted.alpha, wanted.beta) != (ERROR_RATE, ERROR_RATE):
            raise BadInput("--logistic, --alpha and --beta are for a test: give --sprt too")
        return None
    if len(wanted.bots) != 2:
        raise BadInput(f"--sprt tests one bot against one other, not {len(wanted.bots)} bots")
    try:
        elo0, elo1 = map(float, wanted.sprt.split(","))
    except ValueError:
        raise BadInput(f"--sprt is two numbers such as 0,50, not {wanted.sprt!r}") from None
    try:
        return SequentialTest(elo0, elo1, wanted.alpha, wanted.beta, "logistic" if wanted.logistic else "normalised")
    except ValueError as fault:
        raise BadInput(f"--sprt {wanted.sprt}: {fault}") from None


def _seed(seed: int | None, save: Path | None) -> int:
    """The seed that was given, or that of a comparison that goes on, or a new one."""
    if seed is None:
        old = None if save is None else Journal(save).seed()
        return secrets.randbits(64) if old is None else old
    as_seed(seed)
    return seed


class _Run:
    """One comparison as the command plays it."""

    def __init__(
        self,
        game: Game[Any],
        setting: Setting,
        bots: Sequence[str],
        test: SequentialTest | None,
        seed: int,
        gauntlet: bool,
        limit: float | None,
    ) -> None:
        if len(bots) < 2:
            raise BadInput("a comparison needs at least two bots")
        self.holders = holders(setting)
        """Which of two entrants holds each seat, in both matches of a pair."""
        self.specs = [read_bot(bot) for bot in bots]
        prints = [fingerprint_of(spec, game) for spec in self.specs]
        self.head = Head(
            game.id,
            game.rules_version,
            setting.scenario,
            setting.seats,
            dict(setting.options),
            prints,
            seed,
            gauntlet,
            limit,
        )
        sides = list(dict.fromkeys(role.side for role in setting.roles))
        self.comparison = Comparison(_distinct([str(spec) for spec in self.specs]), sides, test)
        self.title = f"{' v '.join(self.comparison.entrants)}: {game.id} {setting.scenario}, {setting.seats} seats"

    def play(self, rounds: int, jobs: int, save: Path | None, log: Path | None, console: Console) -> None:
        """Play until all is played, or the test has decided."""
        if log is not None:
            log.mkdir(parents=True, exist_ok=True)
        journal = None if save is None else Journal.open(save, self.head)
        kept = {} if journal is None else {pair.number: pair for pair in journal.pairs()}
        head = self.head
        setting = LegSetting(
            head.game, head.scenario, head.seats, head.options, head.limit, os.environ.get(PLUGINS, "")
        )
        who = meetings(len(self.specs), head.gauntlet)
        results = play_pairs(setting, self.specs, head.seed, rounds, who, jobs, kept)
        with closing(results), View(self.title, self.comparison, rounds * len(who), len(kept), console) as view:
            for pair in results:
                if journal is not None and pair.number not in kept:
                    journal.add(pair)
                if log is not None:
                    self._write_accounts(pair if journal is None else journal.with_records(pair), log)
                self.comparison.add(pair)
                view.update()
                if self.comparison.verdict in ("accepted", "rejected"):
                    break

    def _write_accounts(self, pair: PairResult, folder: Path) -> None:
        """Tell both matches of a pair in words, as far as there are records of them."""
        two = [self.comparison.entrants[number] for number in (pair.first, pair.second)]
        for number, (played, seats) in enumerate(zip(pair.legs, self.holders, strict=True), start=1):
            if played.record:
                lines = list(account(Record.load(played.record.encode()), "en", [two[holder] for holder in seats]))
                if played.leg.forfeited_by is not None:
                    lines.append(f"Forfeited by {two[played.leg.forfeited_by]}: {played.reason}, {played.message}")
                (folder / f"{pair.number + 1:06}-{number}.txt").write_text("\n".join(lines) + "\n")


class View:
    """Progress and figures while it runs; nothing where nobody looks."""

    def __init__(self, title: str, comparison: Comparison, total: int, kept: int, console: Console) -> None:
        """Of a comparison of so many pairs, some of which an earlier run has played: they say nothing of the time."""
        self._title = title
        self._comparison = comparison
        self._kept = min(kept, total)
        self._progress = Progress(
            TextColumn("pairs"),
            MofNCompleteColumn(),
            BarColumn(),
            TimeElapsedColumn(),
            TextColumn("so far,"),
            TimeRemainingColumn(),
            TextColumn("left" if comparison.test is None else "left at most"),
        )
        self._task = self._progress.add_task("pairs", total=total, completed=self._kept)
        self._live = Live(console=console, refresh_per_second=_REDRAWS_A_SECOND, transient=True)
        self._enabled = console.is_terminal
        self._drawn = 0.0

    def __enter__(self) -> "View":
        if self._enabled:
            self._live.start()
            self.update()
        return self

    def __exit__(self, *_: object) -> None:
        if self._enabled:
            self._live.stop()

    def update(self) -> None:
        """Show the figures as they stand, a few times a second."""
        now = time.monotonic()
        if self._enabled and now - self._drawn > 1 / _REDRAWS_A_SECOND:
            self._drawn = now
            self._progress.update(self._task, completed=max(self._kept, self._comparison.pairs))
            text = Text("\n".join(lines(self._comparison)))
            self._live.update(Panel(Group(text, Text(), self._progress), title=self._title), refresh=True)


def _distinct(names: Sequence[str]) -> list[str]:
    """Names that tell entrants apart: the second `greedy` is `greedy#2`."""

    def numbered() -> Iterator[str]:
        for place, name in enumerate(names):
            before = names[:place].count(name)
            yield f"{name}#{before + 1}" if before else name

    return list(numbered())


def _report(run: _Run, console: Console, as_json: bool, html: Path | None, markdown_: Path | None) -> None:
    comparison, head = run.comparison, run.head
    title = f"{run.title} (seed {head.seed})"
    if as_json:
        what = {
            "game": head.game,
            "rules_version": head.rules_version,
            "scenario": head.scenario,
            "seats": head.seats,
            "options": head.options,
            "seed": head.seed,
            "fingerprints": head.entrants,
        }
        print(json.dumps(what | figures(comparison)))
    else:
        text = [f"Results of {title}", *lines(comparison), fingerprint_line(head.entrants)]
        console.print(Text("\n".join(text)), soft_wrap=True)
    if html is not None:
        html.write_text(page(title, comparison, head.entrants))
    if markdown_ is not None:
        markdown_.write_text(markdown(title, comparison, head.entrants))
