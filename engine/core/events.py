"""Events tell a frontend what happened; each carries who may see it."""

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from engine.core.state import State

ONLY_OPTION = "only-option"
"""The kernel's event that a seat was not asked, for it had but one option; its data are the seat and the option."""


class Event(msgspec.Struct, frozen=True):
    """Something happened: a kind and its data.

    With `only`, just those seats see `data`; the others see `others` in its place, or nothing when that is None.
    """

    kind: str
    data: tuple[Any, ...] = ()
    only: tuple[int, ...] | None = None
    others: tuple[Any, ...] | None = None

    def seen_by(self, seat: int | None) -> "Event | None":
        """The event as a seat, or a spectator (None), sees it."""
        if self.only is None:
            return self
        if seat is not None and seat in self.only:
            return Event(self.kind, self.data)
        return None if self.others is None else Event(self.kind, self.others)


def tell(
    s: "State",
    kind: str,
    data: tuple[Any, ...] = (),
    only: tuple[int, ...] | None = None,
    others: tuple[Any, ...] | None = None,
) -> None:
    """Emit an event; costs next to nothing when nobody listens."""
    events = s.run.events
    if events is not None:
        events.append(Event(kind, data, only, others))
