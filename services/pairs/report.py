"""A comparison in figures: as plain values, as text in the manner of chess engine testers, and as Markdown."""

import math
from collections.abc import Sequence
from typing import Any

from engine.bots.pairs import FAULTS
from engine.bots.timing import quantile
from services.pairs.comparison import Comparison
from services.pairs.pentanomial import Estimate, Pentanomial


def figures(comparison: Comparison) -> dict[str, Any]:
    """Everything that is known, as plain values for JSON."""
    return {
        "pairs": comparison.pairs,
        "sides": comparison.sides,
        "entrants": [_entrant(comparison, number) for number in range(len(comparison.entrants))],
        "meetings": [
            {"first": one, "second": other, **_meeting(pairs)} for (one, other), pairs in comparison.meetings.items()
        ],
        "variance_ratio": None if (ratio := comparison.variance_ratio()) is None else round(ratio, 3),
        "test": _test(comparison),
        "reasons": dict(comparison.reasons.most_common()),
    }


def _entrant(comparison: Comparison, number: int) -> dict[str, Any]:
    ratings = comparison.ratings() if comparison.pairs else None
    times = comparison.times[number]
    return {
        "name": comparison.entrants[number],
        "elo": None if ratings is None else round(float(ratings.elo[number]), 1),
        "elo_error": None if ratings is None else round(2 * ratings.error(number), 1),
        "by_side": {
            side: {"wins": one.wins, "draws": one.draws, "losses": one.losses, "score": round(one.score, 4)}
            for side, one in comparison.by_side[number].items()
        },
        "faults": {fault: comparison.faults[number][fault] for fault in FAULTS},
        "first_faults": {
            fault: {"pair": first.pair + 1, "match": first.match + 1, "message": first.message}
            for fault, first in comparison.first_faults[number].items()
        },
        "ms_p50": float(f"{1000 * quantile(times, 0.5):.3g}"),
        "ms_p99": float(f"{1000 * quantile(times, 0.99):.3g}"),
    }


def _meeting(pairs: Pentanomial) -> dict[str, Any]:
    elo, normalised = pairs.elo(), pairs.normalised_elo()
    return {
        "pairs": pairs.pairs,
        "pentanomial": list(pairs.counts),
        "score": round(pairs.score, 4),
        "elo": _finite(elo.value),
        "elo_error": _finite(elo.error),
        "normalised_elo": _finite(normalised.value),
        "normalised_elo_error": _finite(normalised.error),
        "los": round(pairs.superiority(), 4),
    }


def _test(comparison: Comparison) -> dict[str, Any] | None:
    test = comparison.test
    if test is None:
        return None
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "model": test.model,
        "llr": round(comparison.ratios[-1], 3) if comparison.ratios else 0.0,
        "lower": round(test.bounds.lower, 3),
        "upper": round(test.bounds.upper, 3),
        "verdict": comparison.verdict,
    }


def _finite(value: float) -> float | None:
    """A figure for JSON, which knows no infinity."""
    return round(value, 2) if math.isfinite(value) else None


# -- text


def lines(comparison: Comparison) -> list[str]:
    """The figures as lines of text."""
    if len(comparison.entrants) == 2:
        return [*_meeting_lines(comparison), *_side_lines(comparison), *_conduct_lines(comparison)]
    return [*_standing_lines(comparison), "", *_cross_lines(comparison), "", *_conduct_lines(comparison)]


def _meeting_lines(comparison: Comparison) -> list[str]:
    pairs = comparison.meetings[0, 1]
    wins, draws, losses = _results(comparison)
    matches = 2 * pairs.pairs
    counts = pairs.counts
    out = [
        f"Elo: {with_error(pairs.elo())}, nElo: {with_error(pairs.normalised_elo())}",
        f"LOS: {pairs.superiority():.2%}, pairs won: {counts[3] + counts[4]}, lost: {counts[0] + counts[1]}, "
        f"even: {counts[2]}",
        f"Matches: {matches}, wins: {wins}, losses: {losses}, draws: {draws}, points: {pairs.score * matches:g} "
        f"({pairs.score:.2%})",
        f"Ptnml(0-2): {list(counts)}",
    ]
    if comparison.cooperative:
        out[2] = (
            f"Deals: {pairs.pairs}, won by {comparison.entrants[0]}: {_won(comparison, 0)}, "
            f"by {comparison.entrants[1]}: {_won(comparison, 1)}; points: {pairs.score:.2%}"
        )
    if (variance := comparison.variance_ratio()) is not None:
        out.append(f"Variance: {variance:.2f} of that of independent deals")
    if (test := comparison.test) is not None:
        bounds = test.bounds
        ratio = comparison.ratios[-1] if comparison.ratios else 0.0
        out.append(
            f"LLR: {ratio:.2f} ({bounds.lower:.2f}, {bounds.upper:.2f}) [{test.elo0:g}, {test.elo1:g}] "
            f"{test.model}: {comparison.verdict}"
        )
    return out


def _won(comparison: Comparison, entrant: int) -> int:
    return comparison.by_side[entrant][comparison.sides[0]].wins


def _results(comparison: Comparison) -> tuple[int, int, int]:
    records = comparison.by_side[0].values()
    return sum(one.wins for one in records), sum(one.draws for one in records), sum(one.losses for one in records)


def _side_lines(comparison: Comparison) -> list[str]:
    if comparison.cooperative:
        return []
    return [
        f"{name} as {side}: {one.score:.1%} (+{one.wins} ={one.draws} -{one.losses})"
        for name, records in zip(comparison.entrants, comparison.by_side, strict=True)
        for side, one in records.items()
    ]


def _conduct_lines(comparison: Comparison) -> list[str]:
    """How each bot behaved: its time, what it forfeited matches by, and where and why it first did."""
    out = []
    for number, name in enumerate(comparison.entrants):
        times, faults = comparison.times[number], comparison.faults[number]
        p50, p99 = (_milliseconds(quantile(times, share)) for share in (0.5, 0.99))
        forfeits = ", ".join(f"{fault} {faults[fault]}" for fault in FAULTS)
        out.append(f"{name}: {p50} ms a decision (p99 {p99} ms); forfeits: {forfeits}")
        out += [
            f"  first {fault}, pair {first.pair + 1}, match {first.match + 1}: {first.message}"
            for fault, first in comparison.first_faults[number].items()
        ]
    return out


def _milliseconds(seconds: float) -> str:
    """To three digits, and never with an exponent where a decision took long."""
    milliseconds = 1000 * seconds
    return f"{milliseconds:.0f}" if milliseconds >= 100 else f"{milliseconds:.3g}"


def standings(comparison: Comparison) -> list[tuple[int, float, float, float]]:
    """Entrants by rating: number, Elo, two standard errors, likelihood to be above the next."""
    ratings = comparison.ratings()
    order = sorted(range(len(comparison.entrants)), key=lambda number: -ratings.elo[number])
    below = [*order[1:], order[-1]]
    return [
        (one, float(ratings.elo[one]), 2 * ratings.error(one), ratings.superiority(one, next_))
        for one, next_ in zip(order, below, strict=True)
    ]


def _standing_lines(comparison: Comparison) -> list[str]:
    if not comparison.pairs:
        return []
    width = max(len(name) for name in comparison.entrants)
    sides = [] if comparison.cooperative else comparison.sides
    heads = "".join(f" {side:>7}" for side in sides)
    out = [f"{'':>3} {'entrant':<{width}} {'Elo':>8} {'±':>7} {'LOS':>7} {'score':>7}{heads} {'pairs':>6}"]
    for place, (number, elo, error, superiority) in enumerate(standings(comparison), start=1):
        pairs = _all_pairs(comparison, number)
        shares = "".join(f" {comparison.by_side[number][side].score:>{max(7, len(side))}.1%}" for side in sides)
        out.append(
            f"{place:>3} {comparison.entrants[number]:<{width}} {elo:>8.1f} {error:>7.1f} {superiority:>7.1%} "
            f"{pairs.score:>7.1%}{shares} {pairs.pairs:>6}"
        )
    return out


def _all_pairs(comparison: Comparison, number: int) -> Pentanomial:
    """The pairs of an entrant against all others."""
    others = (other for other in range(len(comparison.entrants)) if other != number)
    return sum((comparison.meeting(number, other) for other in others), Pentanomial())


def _cross_lines(comparison: Comparison) -> list[str]:
    """The cross table: the score of each entrant against each."""
    if not comparison.pairs:
        return []
    order = [number for number, *_ in standings(comparison)]
    width = max(len(comparison.entrants[number]) for number in order)
    out = [f"{'':<{width}} " + " ".join(f"{place:>6}" for place in range(1, len(order) + 1))]
    for row in order:
        cells = ["     -" if row == column else _cell(comparison.meeting(row, column)) for column in order]
        out.append(f"{comparison.entrants[row]:<{width}} " + " ".join(cells))
    return out


def _cell(pairs: Pentanomial) -> str:
    return f"{pairs.score:>6.1%}" if pairs.pairs else "     ."


def with_error(estimate: Estimate) -> str:
    """A figure with its error, where that is known."""
    value = f"{estimate.value:.2f}" if math.isfinite(estimate.value) else ("inf" if estimate.value > 0 else "-inf")
    return f"{value} ± {estimate.error:.2f}" if math.isfinite(estimate.error) else value


def fingerprint_line(fingerprints: Sequence[str]) -> str:
    """Which bots these are, exactly."""
    return f"Fingerprints: {', '.join(fingerprints)}"


# -- Markdown


def markdown(title: str, comparison: Comparison, fingerprints: Sequence[str]) -> str:
    """The report as a Markdown page."""
    text = [f"# {title}", "", "```", *lines(comparison), fingerprint_line(fingerprints), "```", ""]
    text += ["| why matches ended | |", "|---|---:|"]
    text += [f"| {reason} | {count} |" for reason, count in comparison.reasons.most_common()]
    return "\n".join(text) + "\n"
