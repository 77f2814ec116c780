"""What a seat sees."""
from typing import Any
from engine.games.bofa.state import Field, pack_of

def observe(s: Field, seat: int | None) -> dict[str, Any]:
    return {}
def describe(s,o,l): return str(o)
def prompt(s,d,l): return d.kind
def narrate(s,e,l): return e.kind
def zones(s: Field):
    return [s.event_deck, s.event_discard, *s.face_down, *s.hands, *s.story_decks, s.story_gone, *s.tables, s.fate_deck, s.fate_played, s.fate_gone, *s.piles, *s.ground, s.spent, s.fate_pool, s.fate_aside, s.fate_drawn, s.fate_used]
def unseen(s, seat): return []
def components(): return []
