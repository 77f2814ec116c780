"""What a position at the start of a round is made of for a side, by name: what a learned evaluation adds up."""

from engine.core.game import Terms
from engine.core.words import Words
from engine.games.wotr.cards.registry import CARRYOVER_IN_RESERVE, EXTRA_DRAW
from engine.games.wotr.components.box import BATTLEGROUNDS, CARDS, FREE, PATHS, SHADOW
from engine.games.wotr.scenarios import VARIANTS
from engine.games.wotr.state import GameState, Player
from engine.games.wotr.steps.victory import points

WORDS = {
    "lead": Words("a point ahead", "punkt przewagi"),
    "late-lead": Words(
        "a point ahead at the last path, in part before", "punkt przewagi na ostatniej ścieżce, wcześniej w części"
    ),
    "hand": Words("a card in hand", "karta na ręce"),
    "rival-hand": Words("a card in the rivals' hands", "karta na rękach rywali"),
    "cards": Words("a card that is yet to be drawn", "karta, którą jeszcze się dobierze"),
    "rival-cards": Words("a card that the rivals have yet to draw", "karta, którą jeszcze dobiorą rywale"),
    "reserve": Words("a card in reserve", "karta w rezerwie"),
    "rival-reserve": Words("a card in the rivals' reserve", "karta w rezerwie rywali"),
    "strength": Words("an icon in reserve", "symbol w rezerwie"),
    "rival-strength": Words("an icon in the rivals' reserve", "symbol w rezerwie rywali"),
    "help": Words("a card in reserve that draws or keeps cards", "karta w rezerwie, która dobiera lub zachowuje karty"),
    "rival-help": Words("such a card in the rivals' reserve", "taka karta w rezerwie rywali"),
    "ring": Words("a Ring token", "żeton Pierścienia"),
    "rival-ring": Words("a Ring token of the rivals", "żeton Pierścienia rywali"),
    "own-ground": Words("a point of an own battleground in play", "punkt własnego pola bitwy w grze"),
    "rival-ground": Words("a point of a battleground of theirs in play", "punkt ich pola bitwy w grze"),
    "path": Words("a point of the path in play", "punkt ścieżki w grze"),
    "first": Words("the first player token", "żeton pierwszego gracza"),
}


def count(s: GameState, seat: int) -> dict[str, float]:
    """How much of each term there is, as the seat's side sees it."""
    variant = VARIANTS[s.variant]
    side = variant.sides[seat]
    lead = points(s, FREE) - points(s, SHADOW)
    lead = lead if side == FREE else -lead
    ours = [player for n, player in enumerate(s.players) if variant.sides[n] == side]
    theirs = [player for n, player in enumerate(s.players) if variant.sides[n] != side]
    grounds = [BATTLEGROUNDS[ground] for ground in s.battlegrounds]
    return {
        "lead": lead,
        "late-lead": lead * s.path_number / variant.last_path,
        "own-ground": sum([ground.points for ground in grounds if ground.side == side]),
        "rival-ground": sum([ground.points for ground in grounds if ground.side != side]),
        "path": sum([PATHS[path].points for path in s.path]),
        "first": float(variant.sides[variant.order[s.first]] == side),
        **_means(s, ours, ""),
        **_means(s, theirs, "rival-"),
    }


def _means(s: GameState, players: list[Player], whose: str) -> dict[str, float]:
    """The cards of some players, counted under names that say whose they are."""
    reserve = [card for player in players for card in player.reserve]
    return {
        f"{whose}hand": sum([len(player.hand) for player in players]),
        f"{whose}cards": sum([len(player.deck) + len(player.cycle_pile) for player in players]),
        f"{whose}reserve": len(reserve),
        f"{whose}strength": sum([_strength(card) + len(s.items.get(card, ())) for card in reserve]),
        f"{whose}help": sum([card in EXTRA_DRAW or card in CARRYOVER_IN_RESERVE for card in reserve]),
        f"{whose}ring": sum([bool(player.ring) for player in players]),
    }


def _strength(card: int) -> int:
    entry = CARDS[card]
    return max(entry.attack, entry.defence) + entry.path


TERMS = Terms(count, WORDS)
