"""A comparison as one HTML page that needs nothing else: figures, and plots drawn as SVG."""

import math
from collections.abc import Sequence
from html import escape

from services.pairs.comparison import Comparison
from services.pairs.pentanomial import Estimate
from services.pairs.report import fingerprint_line, lines, standings

WIDTH, HEIGHT, MARGIN = 640, 220, 40
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}"
    "body{color:#222;background:#fff}"
    "h1{font-size:1.4rem}pre{font-size:13px;background:#f4f1ea;padding:1rem;overflow:auto}"
    "figure{margin:2rem 0}svg{max-width:100%;height:auto}"
    "text{font:12px system-ui,sans-serif;fill:currentColor}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#1c1b19}pre{background:#2a2824}}"
)


def page(title: str, comparison: Comparison, fingerprints: Sequence[str]) -> str:
    """The whole page."""
    figures = "\n".join([*lines(comparison), fingerprint_line(fingerprints)])
    plots = []
    if comparison.ratios and comparison.test is not None:
        bounds = comparison.test.bounds
        plots.append(("Likelihood ratio after each pair", _curve(comparison.ratios, [bounds.lower, 0.0, bounds.upper])))
    if len(comparison.entrants) == 2:
        names = ["0", "½", "1", "1½", "2"]
        plots.append((f"Pairs by points of {comparison.entrants[0]}", _bars(comparison.meetings[0, 1].counts, names)))
        if any(map(_is_known, comparison.elos)):
            plots.append(("Elo after each pair, with its 95 % interval", _band(comparison.elos)))
    elif comparison.pairs:
        plots.append(("Ratings, with two standard errors", _ratings(comparison)))
    drawn = "".join(f"<figure><figcaption>{escape(name)}</figcaption>{plot}</figure>" for name, plot in plots)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{escape(title)}</h1>"
        f"<pre>{escape(figures)}</pre>{drawn}</body></html>\n"
    )


def _is_known(estimate: Estimate) -> bool:
    return math.isfinite(estimate.value) and math.isfinite(estimate.error)


def _curve(values: Sequence[float], levels: Sequence[float]) -> str:
    """A line through values, with level lines across."""
    low, high = min(*values, *levels), max(*values, *levels)

    def y(value: float) -> float:
        return HEIGHT - MARGIN - (value - low) / (high - low or 1) * (HEIGHT - 2 * MARGIN)

    step = (WIDTH - 2 * MARGIN) / max(1, len(values) - 1)
    points = " ".join(f"{MARGIN + number * step:.1f},{y(value):.1f}" for number, value in enumerate(values))
    across = "".join(
        f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y(level):.1f}" y2="{y(level):.1f}" stroke="#999" '
        f'stroke-dasharray="4"/><text x="4" y="{y(level) + 4:.1f}">{level:.2f}</text>'
        for level in levels
    )
    return _svg(f'{across}<polyline points="{points}" fill="none" stroke="#8a4b08" stroke-width="2"/>')


def _band(estimates: Sequence[Estimate]) -> str:
    """A line through estimates, within the band of their errors; it begins where they are finite."""
    finite = [one if _is_known(one) else None for one in estimates]
    last = [one for one in finite if one is not None][-1]
    high = max(abs(last.value) + 3 * last.error, 1.0)  # the first intervals are as wide as one likes

    def y(value: float) -> float:
        return HEIGHT / 2 - max(-1.0, min(1.0, value / high)) * (HEIGHT / 2 - MARGIN)

    step = (WIDTH - 2 * MARGIN) / max(1, len(finite) - 1)
    shown = [(MARGIN + number * step, one) for number, one in enumerate(finite) if one is not None]
    top = [f"{x:.1f},{y(one.value + one.error):.1f}" for x, one in shown]
    bottom = [f"{x:.1f},{y(one.value - one.error):.1f}" for x, one in reversed(shown)]
    line = " ".join(f"{x:.1f},{y(one.value):.1f}" for x, one in shown)
    levels = "".join(
        f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y(level):.1f}" y2="{y(level):.1f}" stroke="#999" '
        f'stroke-dasharray="4"/><text x="2" y="{y(level) + 4:.1f}">{level:.0f}</text>'
        for level in (-high, 0.0, high)
    )
    return _svg(
        f'<polygon points="{" ".join(top + bottom)}" fill="#8a4b08" fill-opacity="0.2"/>{levels}'
        f'<polyline points="{line}" fill="none" stroke="#8a4b08" stroke-width="2"/>'
    )


def _ratings(comparison: Comparison) -> str:
    """A point with its error bar for each entrant, best first."""
    rated = standings(comparison)
    names = 160
    low = min(elo - error for _, elo, error, _ in rated)
    high = max(elo + error for _, elo, error, _ in rated)

    def x(value: float) -> float:
        return names + (value - low) / (high - low or 1) * (WIDTH - names - MARGIN)

    drawn = [
        f'<text x="{x(level):.1f}" y="16" text-anchor="middle">{round(level)}</text>'
        for level in (low, (low + high) / 2, high)
    ]
    for place, (number, elo, error, _) in enumerate(rated):
        y = 36 + 24 * place
        drawn.append(
            f'<text x="4" y="{y + 4}">{escape(comparison.entrants[number])}</text>'
            f'<line x1="{x(elo - error):.1f}" x2="{x(elo + error):.1f}" y1="{y}" y2="{y}" stroke="#8a4b08" '
            f'stroke-width="2"/><circle cx="{x(elo):.1f}" cy="{y}" r="4" fill="#8a4b08"/>'
        )
    return _svg("".join(drawn), 36 + 24 * len(rated))


def _bars(counts: Sequence[int], names: Sequence[str]) -> str:
    """A bar for each count, with its name and number."""
    slot = (WIDTH - 2 * MARGIN) / len(counts)
    most = max(*counts, 1)
    drawn = []
    for number, (count, name) in enumerate(zip(counts, names, strict=True)):
        height = count / most * (HEIGHT - 2 * MARGIN)
        x = MARGIN + number * slot
        top = HEIGHT - MARGIN - height
        drawn.append(
            f'<rect x="{x + 8:.1f}" y="{top:.1f}" width="{slot - 16:.1f}" height="{height:.1f}" fill="#8a4b08"/>'
            f'<text x="{x + slot / 2:.1f}" y="{HEIGHT - MARGIN + 16}" text-anchor="middle">{name}</text>'
            f'<text x="{x + slot / 2:.1f}" y="{top - 6:.1f}" text-anchor="middle">{count}</text>'
        )
    return _svg("".join(drawn))


def _svg(content: str, height: int = HEIGHT) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {height}" xmlns="http://www.w3.org/2000/svg" role="img">{content}</svg>'
