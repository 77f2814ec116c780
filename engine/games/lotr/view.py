"""What a seat may see: its observation, ready for JSON, and the cards that it cannot place."""

from collections.abc import Iterator
from typing import Any

from engine.games.lotr.components.box import KIND, OWNER
from engine.games.lotr.rules.knowledge import known_to
from engine.games.lotr.rules.stats import (
    attack_strength,
    defense_strength,
    hit_points,
    staging_threat,
    threat_strength,
    willpower_strength,
)
from engine.games.lotr.state import Attack, GameState, InPlay, Player


def observe(s: GameState, seat: int | None) -> dict[str, Any]:
    """The match as a seat, or a spectator, sees it: all but hands of others, decks and face-down cards."""
    return {
        "scenario": s.scenario,
        "scenarios_left": list(s.scenarios_left),
        "scores": list(s.scores),
        "round": s.round,
        "phase": s.phase,
        "first_player": s.first_player,
        "to_ask": list(s.to_ask),
        "quest": [_stage(s, card) for card in s.quest],
        "stages_left": len(s.quest_deck),
        "staging_threat": staging_threat(s),
        "staging": [_in_play(s, card) for card in s.staging],
        "active_location": [_in_play(s, card) for card in s.active],
        "encounter_deck": len(s.encounter_deck),
        "encounter_discard": _names(s.encounter_discard),
        "victory": _names(s.victory),
        "aside": _names(s.aside),
        "resolving": _names(s.resolving),
        "riders": [_in_play(s, card) for card in s.riders],
        "attack": [_attack(one) for one in s.attacks],
        "players": [_player(s, at, player, at == seat) for at, player in enumerate(s.players)],
        "known": _known(s, seat),
    }


def _names(cards: list[int]) -> list[dict[str, Any]]:
    return [{"card": card, "id": KIND[card].id, "name": KIND[card].name} for card in cards]


def _stage(s: GameState, card: int) -> dict[str, Any]:
    kind = KIND[card]
    return {
        "card": card,
        "id": kind.id,
        "name": kind.name,
        "stage": kind.stage,
        "quest_points": kind.quest_points,
        "progress": s.progress,
    }


def _player(s: GameState, at: int, player: Player, own: bool) -> dict[str, Any]:
    return {
        "seat": at,
        "threat": player.threat,
        "eliminated": player.eliminated,
        "hand": _names(player.hand) if own else len(player.hand),
        "deck": len(player.deck),
        "discard": _names(player.discard),
        "heroes": [_in_play(s, card) for card in player.heroes],
        "allies": [_in_play(s, card) for card in player.allies],
        "engaged": [_in_play(s, card) for card in player.engaged],
        "on_deck": _names(player.on_deck),
        "resting": player.resting,
    }


def _in_play(s: GameState, card: int) -> dict[str, Any]:
    """A card in play with what lies on it, as far as that is not zero."""
    state, kind = s.cards[card], KIND[card]
    view: dict[str, Any] = {"card": card, "id": kind.id, "name": kind.name, "type": kind.type}
    for name in ("exhausted", "damage", "resources", "progress", "committed", "facedown"):
        value = getattr(state, name)
        if value:
            view[name] = value
    if state.guards >= 0:
        view["guards"] = state.guards
    if state.attachments:
        view["attachments"] = [_in_play(s, one) for one in state.attachments]
    if state.shadows:
        view["shadow_cards"] = len(state.shadows)
    if state.open_shadows:
        view["shadows"] = _names(state.open_shadows)
    view.update(_numbers(s, card, state))
    return view


def _numbers(s: GameState, card: int, state: InPlay) -> dict[str, Any]:
    """The current numbers of a card, with every effect on them."""
    kind = KIND[card]
    numbers: dict[str, Any] = {}
    if kind.type in ("hero", "ally"):
        numbers["willpower"] = willpower_strength(s, card)
    if kind.type in ("hero", "ally", "enemy"):
        numbers |= {
            "attack": attack_strength(s, card),
            "defense": defense_strength(s, card),
            "hit_points": hit_points(s, card),
        }
    if kind.type in ("enemy", "location"):
        numbers["threat"] = threat_strength(s, card)
    if kind.type == "location":
        numbers["quest_points"] = kind.quest_points
    if kind.type == "enemy":
        numbers["engagement_cost"] = kind.engagement_cost
    if state.effects:
        numbers["effects"] = [[effect.stat, effect.amount, effect.until] for effect in state.effects]
    return numbers


def _attack(one: Attack) -> dict[str, Any]:
    return {
        "enemy": one.enemy,
        "player": one.seat,
        "attackers": list(one.attackers),
        "defenders": list(one.defenders),
        "bonus": one.bonus,
    }


def _known(s: GameState, seat: int | None) -> list[dict[str, Any]]:
    """Face-down cards whose place the seat knows: the place, of which seat or enemy it is, counted from the top."""
    known = known_to(s, seat)
    if not known:
        return []
    return [
        {"card": card, "id": KIND[card].id, "name": KIND[card].name, "place": place, "of": of, "at": at}
        for place, of, cards in _face_down(s, seat)
        for at, card in enumerate(reversed(cards))
        if card in known
    ]


def _face_down(s: GameState, seat: int | None) -> Iterator[tuple[str, int, list[int]]]:
    """The places where cards lie face down for a seat, each with the seat or enemy it belongs to, or -1."""
    yield "encounter-deck", -1, s.encounter_deck
    for card, state in s.cards.items():
        yield "shadows", card, state.shadows
    for at, player in enumerate(s.players):
        yield "deck", at, player.deck
        if at != seat:
            yield "hand", at, player.hand


def unseen(s: GameState, seat: int | None) -> list[list[int]]:
    """The pools of cards that a seat cannot place.

    One is the encounter deck with face-down shadow cards; one for each player is his deck, with his cards that are Orc
    Guards and, if it is another player, his hand. Left out are cards that the seat was shown and could follow, and
    responses that were offered to others.
    """
    known = known_to(s, seat)
    hidden = [list(s.encounter_deck)]
    for at, player in enumerate(s.players):
        hidden.append(player.deck + player.hand if at != seat else list(player.deck))
        for id in player.shown_to_hold:
            known.add(next(card for card in player.hand if KIND[card].id == id))
    for state in s.cards.values():
        hidden[0] += state.shadows
        for card in state.under:
            hidden[OWNER[card] + 1].append(card)
    return [[card for card in pool if card not in known] for pool in hidden]


def withhold(s: GameState, seat: int | None) -> None:
    """Clear what other players have looked at, which is none of the seat's knowledge."""
    for at, player in enumerate(s.players):
        if at != seat:
            player.known_cards = []
