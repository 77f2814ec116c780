"""Options that many decisions have in common."""

from engine.core.flow import Option

DONE: Option = ("done",)
DRAW_MORE: Option = ("draw-more",)

PASS = ("pass",)
