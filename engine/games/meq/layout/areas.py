"""The zones that are no locations of the map: hands, pools, decks, combat stacks, and where observations have them."""

from collections.abc import Iterator

from engine.core.game import Setting
from engine.core.layout import Text, Zone, ZoneKind
from engine.core.layout_parts import named_after
from engine.core.words import Words
from engine.games.meq.layout.references import COMBAT_DECK_ZONES, ENCOUNTER_DECKS, MONSTER_POOLS, SEATS
from engine.games.meq.words.terms import COLOUR_PAIR_NAMES

_HEROES, _SAURON = "heroes", "sauron"
_HIDDEN_AND_COUNTED: dict[str, tuple[ZoneKind, Words]] = {
    "hand": ("hand", Words("hand", "ręka")),
    "damage_pool": ("pile", Words("damage pool", "pula Ran")),
}
_OPEN: dict[str, tuple[ZoneKind, Words]] = {
    "rest_pool": ("pile", Words("rest pool", "pula Odpoczynku")),
    "corruption": ("row", Words("corruption", "korupcja")),
    "items": ("row", Words("items", "przedmioty")),
    "quests": ("row", Words("quests", "wyprawy")),
    "kept_events": ("row", Words("event cards", "karty Wydarzeń")),
}
_DECKS: dict[str, tuple[str | None, Words, Words]] = {
    "shadow": (
        _SAURON,
        Words("Shadow deck", "talia Cienia"),
        Words("discarded Shadow cards", "odrzucone karty Cienia"),
    ),
    "plot": (_SAURON, Words("Plot deck", "talia Intrygi"), Words("discarded Plot cards", "odrzucone karty Intrygi")),
    "peril": (None, Words("Peril deck", "talia Zagrożeń"), Words("discarded Peril cards", "odrzucone karty Zagrożeń")),
    "corruption": (
        None,
        Words("Corruption deck", "talia Korupcji"),
        Words("discarded Corruption cards", "odrzucone karty Korupcji"),
    ),
    "skill": (
        _HEROES,
        Words("skill deck", "talia Umiejętności"),
        Words("discarded skill cards", "odrzucone karty Umiejętności"),
    ),
}
"""Decks with their discards: whose they are, and what both are called."""
_HAVEN = Words("Havens", "Przystanie")
_EVENT_DECK = Words("event deck of stage {stage}", "talia Wydarzeń, etap {stage}")
_EVENT_DISCARD = Words("discarded events of stage {stage}", "odrzucone Wydarzenia, etap {stage}")
_ENCOUNTER_DECK = Words("encounter deck: {name}", "talia Spotkań: {name}")
_ENCOUNTER_DISCARD = Words("discarded encounters: {name}", "odrzucone Spotkania: {name}")
_MONSTER_POOL = Words("monster tokens: {name}", "żetony potworów: {name}")
_MONSTER_DISCARD = Words("revealed monster tokens: {name}", "odkryte żetony potworów: {name}")
_COMBAT_DECK = Words("combat deck {name}", "talia Walki {name}")


def area_zones(setting: Setting) -> list[Zone]:
    """Every zone of a setting, shared ones first."""
    return [
        *_table(),
        *_fight(),
        *_sauron(),
        *(zone for h in range(setting.seats - 1) for zone in _hero(h)),
        *_decks(),
        *_decks_of_colours(),
    ]


def _zone(
    reference: str,
    kind: ZoneKind,
    title: Words,
    owner: str | None = None,
    contents: str | None = None,
    count: str | None = None,
) -> Zone:
    return Zone(reference=reference, kind=kind, title=Text.of(title), owner=owner, contents=contents, count=count)


def _table() -> Iterator[Zone]:
    """What lies beside the map for all."""
    yield _zone("plots", "row", Words("active plots", "aktywne Intrygi"), _SAURON, "/plots")
    yield _zone("event-in-play", "row", Words("event in play", "Wydarzenie w grze"), contents="/event_in_play")
    yield _zone(
        "drawn-apart",
        "row",
        Words("drawn to choose from", "wylosowane do wyboru"),
        contents="/drawn_apart",
        count="/drawn_apart_count",
    )
    yield _zone("items", "pile", Words("items", "przedmioty"), contents="/piles/items")
    yield _zone(
        "characters-away",
        "row",
        Words("characters off the board", "postacie poza planszą"),
        contents="/characters_away",
    )
    yield _zone(
        "mission:heroes", "pile", Words("mission of the heroes", "misja bohaterów"), _HEROES, "/missions/heroes"
    )
    yield _zone("mission:sauron", "pile", Words("mission of Sauron", "misja Saurona"), _SAURON, "/missions/sauron")


def _fight() -> Iterator[Zone]:
    """What lies between the fighters; empty where nobody fights."""
    yield _zone("hero-stack", "row", Words("the hero's stack", "stos bohatera"), _HEROES, "/combat/hero/stack")
    yield _zone("enemy-stack", "row", Words("the enemy's stack", "stos wroga"), _SAURON, "/combat/enemy/stack")
    yield _zone(
        "enemy-hand",
        "hand",
        Words("combat cards of Sauron", "karty walki Saurona"),
        SEATS[0],
        "/combat/enemy/hand",
        "/combat/enemy/hand_count",
    )
    yield _zone(
        "enemy-discarded",
        "pile",
        Words("combat cards lost unplayed", "karty walki stracone przed zagraniem"),
        _SAURON,
        "/combat/enemy/discarded",
    )
    yield _zone("face-up-card", "row", Words("laid face up", "wyłożona odkryta"), contents="/combat/face_up_card")


def _sauron() -> Iterator[Zone]:
    """Sauron's hands and minions."""
    hands = {"shadow_hand": Words("Shadow cards", "karty Cienia"), "plot_hand": Words("Plot cards", "karty Intrygi")}
    for name, title in hands.items():
        yield _zone(named_after(name), "hand", title, SEATS[0], f"/sauron/{name}", f"/sauron/{name}_count")
    yield _zone("minions", "row", Words("minions", "słudzy"), SEATS[0], "/minions")


def _hero(h: int) -> Iterator[Zone]:
    """A hero's pools and play area."""
    seat, at = SEATS[h + 1], f"/heroes/{h}"
    role = seat.split(":")[1]
    yield _zone(f"life-pool:{role}", "pile", Words("life pool", "pula Życia"), seat, count=f"{at}/life_pool_count")
    for name, (kind, title) in _HIDDEN_AND_COUNTED.items():
        yield _zone(f"{named_after(name)}:{role}", kind, title, seat, f"{at}/{name}", f"{at}/{name}_count")
    for name, (kind, title) in _OPEN.items():
        yield _zone(f"{named_after(name)}:{role}", kind, title, seat, f"{at}/{name}")


def _decks() -> Iterator[Zone]:
    """Decks that have one discard pile each."""
    for name, (owner, deck, discard) in _DECKS.items():
        yield _zone(f"{name}-deck", "pile", deck, owner, count=f"/piles/{name}_deck_count")
        yield _zone(f"{name}-discard", "pile", discard, owner, f"/piles/{name}_discard")
    for n in range(3):
        stage = "I" * (n + 1)
        yield _zone(
            f"event-deck:{n + 1}", "pile", _EVENT_DECK.filled(stage=stage), count=f"/piles/event_deck_counts/{n}"
        )
        yield _zone(
            f"event-discard:{n + 1}", "pile", _EVENT_DISCARD.filled(stage=stage), contents=f"/piles/event_discards/{n}"
        )
    for name, reference in COMBAT_DECK_ZONES.items():
        title = _COMBAT_DECK.filled(name=name.capitalize())
        yield _zone(reference, "pile", title, _SAURON, count=f"/piles/combat_deck_counts/{name}")


def _decks_of_colours() -> Iterator[Zone]:
    """Encounter decks, and pools of monster tokens, of the colours of regions."""
    for name, reference in ENCOUNTER_DECKS.items():
        colours = COLOUR_PAIR_NAMES.get(name, _HAVEN)
        yield _zone(reference, "pile", _about(_ENCOUNTER_DECK, colours), count=f"/piles/encounter_deck_counts/{name}")
        yield _zone(
            f"encounter-discard:{name}",
            "pile",
            _about(_ENCOUNTER_DISCARD, colours),
            contents=f"/piles/encounter_discards/{name}",
        )
    for name, reference in MONSTER_POOLS.items():
        colours = COLOUR_PAIR_NAMES[name]
        yield _zone(
            reference, "pile", _about(_MONSTER_POOL, colours), _SAURON, count=f"/piles/monster_pool_counts/{name}"
        )
        yield _zone(
            f"monster-discard:{name}",
            "pile",
            _about(_MONSTER_DISCARD, colours),
            _SAURON,
            f"/piles/monster_discards/{name}",
        )


def _about(words: Words, colours: Words) -> Words:
    """A title with the regions of two colours in it."""
    return Words(words.say("en", name=colours.say("en")), words.say("pl", name=colours.say("pl")))
