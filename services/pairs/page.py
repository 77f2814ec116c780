"""A comparison as one HTML page that needs nothing else: figures, and plots drawn as SVG."""

from collections.abc import Sequence
from html import escape

from services.pairs.comparison import Comparison
from services.pairs.report import lines

WIDTH, HEIGHT, MARGIN = 640, 220, 40
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}"
    "body{color:#222;background:#fff}"
    "pre{background:#f4f1ea;padding:1rem;overflow:auto}svg{max-width:100%;height:auto}"
    "text{font:12px system-ui,sans-serif;fill:currentColor}"
    "@media(prefers-color-scheme:dark){body{color:#ddd;background:#1c1b19}pre{background:#2a2824}}"
)


def page(title: str, comparison: Comparison) -> str:
    """The whole page."""
    plots = []
    if comparison.ratios and comparison.test is not None:
        bounds = comparison.test.bounds
        plots.append(("Likelihood ratio after each pair", _curve(comparison.ratios, [bounds.lower, 0.0, bounds.upper])))
    if len(comparison.entrants) == 2:
        names = ["0", "½", "1", "1½", "2"]
        plots.append((f"Pairs by points of {comparison.entrants[0]}", _bars(comparison.meetings[0, 1].counts, names)))
    drawn = "".join(f"<figure><figcaption>{escape(name)}</figcaption>{plot}</figure>" for name, plot in plots)
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{escape(title)}</h1>"
        f"<pre>{escape(chr(10).join(lines(comparison)))}</pre>{drawn}</body></html>\n"
    )


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


def _svg(content: str) -> str:
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" xmlns="http://www.w3.org/2000/svg" role="img">{content}</svg>'
