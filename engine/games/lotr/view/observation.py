"""The observation of a match: what a seat, or a spectator, may see."""

from typing import Literal, TypeAlias, cast

from engine.games.lotr.cards.effects import ACTIONS, UNDEFEATABLE, VALUES
from engine.games.lotr.components.box import ENTRIES, OWNER, REFERENCES
from engine.games.lotr.components.schema import CardEntry
from engine.games.lotr.rules.attacks import combined_attack, combined_defense, enemy_strength
from engine.games.lotr.rules.knowledge import known_to
from engine.games.lotr.rules.lasting_effects import CANNOT_ATTACK
from engine.games.lotr.rules.stats import (
    added_staging_threat,
    attack_strength,
    defense_strength,
    hit_points,
    is_as_printed,
    threat_strength,
    willpower_strength,
)
from engine.games.lotr.scenarios import SEATS
from engine.games.lotr.state import Attack, Effect, GameState, InPlay, Player
from engine.games.lotr.view.types import (
    AttachmentView,
    AttackView,
    CardView,
    KnownCardView,
    LastingEffect,
    LastingEffectView,
    LotrView,
    Phase,
    PlayerView,
    ShadowCardView,
    StageView,
    WindowBefore,
)

_reference = REFERENCES.__getitem__
_Number: TypeAlias = int | None
_Numbers: TypeAlias = tuple[_Number, _Number, _Number, _Number, _Number, _Number, _Number]
"""Willpower, threat, engagement cost, attack, defense, hit points and quest points, as far as a card has them."""


def _printed(entry: CardEntry) -> _Numbers:
    fight = (entry.attack, entry.defense, entry.hit_points)
    match entry.type:
        case "hero" | "ally":
            return entry.willpower, None, None, *fight, None
        case "enemy":
            return None, entry.threat, entry.engagement_cost, *fight, None
        case "location":
            return None, entry.threat, None, None, None, None, entry.quest_points
    return None, None, None, None, None, None, None


_PRINTED = [_printed(entry) for entry in ENTRIES]
"""The printed numbers of every component; most cards in play have no others."""


def observe(s: GameState, seat: int | None) -> LotrView:
    """The match as a seat, or a spectator, sees it: all but hands of others, decks and face-down cards."""
    known = known_to(s, seat)
    staging = [_in_play(s, card, known) for card in s.staging]
    players = [_player(s, at, player, at == seat, known) for at, player in enumerate(s.players)]
    return LotrView(
        scenario=s.scenario,
        scenarios_left=list(s.scenarios_left),
        scenario_scores=list(s.scores),
        round=s.round,
        phase=cast("Phase", s.phase),
        first_player=SEATS[s.first_player],
        yet_to_pass=[SEATS[one] for one in s.to_ask],
        window_before=cast("WindowBefore", s.next_step) if s.step in ("window", "act") else "",
        yet_to_take_turn=[SEATS[one] for one in s.queue],
        stage=_stage(s, s.quest[0]) if s.quest else None,
        progress=s.progress,
        quest_deck_count=len(s.quest_deck),
        committed_willpower=sum(card.willpower or 0 for card in _committed(players)) if s.phase == "quest" else 0,
        staging_threat=sum(card.threat or 0 for card in staging) + added_staging_threat(s),
        added_staging_threat=added_staging_threat(s),
        added_location_threat=s.extra_location_threat,
        cards_to_reveal=s.to_reveal,
        staging_area=staging,
        active_location=_in_play(s, s.active[0], known) if s.active else None,
        attacking_shadow_cards=[_in_play(s, card, known) for card in s.riders],
        attacks=[_attack(s, one) for one in s.attacks],
        encounter_deck_count=len(s.encounter_deck),
        known_in_encounter_deck=known_in(s.encounter_deck, known),
        encounter_discard_pile=_named(s.encounter_discard),
        victory_display=_named(s.victory),
        set_aside=_named(s.aside),
        being_resolved=_named(s.resolving),
        allies_played_this_round=s.allies_played,
        prisoner_rescued=s.rescued,
        players=players,
    )


def _named(cards: list[int]) -> list[str]:
    return [*map(_reference, cards)]


def _committed(players: list[PlayerView]) -> list[CardView]:
    return [card for player in players for card in player.heroes + player.allies if card.committed]


def _stage(s: GameState, card: int) -> StageView:
    entry = ENTRIES[card]
    held_up = card in UNDEFEATABLE and UNDEFEATABLE[card](s)
    return StageView(REFERENCES[card], entry.stage, entry.quest_points or None, s.progress, held_up)


def _player(s: GameState, at: int, player: Player, own: bool, known: set[int]) -> PlayerView:
    """A player's area; of the hand of another, the cards that the viewer knows."""
    return PlayerView(
        player=SEATS[at],
        threat=player.threat,
        eliminated=player.eliminated,
        heroes=[_in_play(s, card, known) for card in player.heroes],
        allies=[_in_play(s, card, known) for card in player.allies],
        engaged_enemies=[_in_play(s, card, known) for card in player.engaged],
        hand=_named(player.hand if own else [card for card in player.hand if card in known]),
        hand_count=len(player.hand),
        deck_count=len(player.deck),
        known_in_deck=known_in(player.deck, known),
        attached_to_deck=_named(player.on_deck),
        discard_pile=_named(player.discard),
        passed_for_phase=player.resting,
        may_declare_several_defenders=player.several_defenders,
    )


def known_in(deck: list[int], known: set[int]) -> list[KnownCardView]:
    """The cards of a deck whose place the viewer knows, from the top."""
    if not known or known.isdisjoint(deck):
        return []
    return [KnownCardView(REFERENCES[card], above) for above, card in enumerate(reversed(deck)) if card in known]


def _in_play(s: GameState, card: int, known: set[int]) -> CardView:
    """A card in play with its current numbers and what lies on it."""
    state, type = s.cards[card], ENTRIES[card].type
    seat = SEATS[state.seat] if state.seat >= 0 else None
    controller, engaged_with = (None, seat) if type == "enemy" else (seat, None)
    owner = OWNER[state.under[0] if state.under else card]
    attached = state.attachments
    return CardView(  # by position: with so many fields, their names would take most of the time
        REFERENCES[card],
        type,
        SEATS[owner] if owner >= 0 else None,
        controller,
        engaged_with,
        state.exhausted,
        state.committed,
        state.facedown,
        state.damage,
        state.resources,
        state.progress,
        *(_PRINTED[card] if is_as_printed(s, card, state) else _numbers(s, card)),
        [trait for one in attached if (trait := VALUES[one].gives_trait)] if attached else [],
        [icon for one in attached if (icon := VALUES[one].gives_icon.get(ENTRIES[card].id))] if attached else [],
        [_attachment(one, s.cards[one]) for one in attached] if attached else [],
        REFERENCES[state.guards] if state.guards >= 0 else None,
        REFERENCES[state.under[0]] if state.under and state.under[0] in known else None,
        _shadow_cards(state, known) if state.shadows or state.open_shadows else [],
        len(state.shadows),
        [_lasting_effect(effect) for effect in state.effects] if state.effects else [],
        _actions_used(card, state) if state.uses else 0,
        state.has_attacked,
        [SEATS[at] for at in range(len(s.players)) if state.attacked_by >> at & 1] if state.attacked_by else [],
    )


def _numbers(s: GameState, card: int) -> _Numbers:
    """The current numbers of a card."""
    will, threat, engagement_cost, attack, defense, most_damage, quest_points = _PRINTED[card]
    return (
        None if will is None else willpower_strength(s, card),
        None if threat is None else threat_strength(s, card),
        engagement_cost,
        None if attack is None else attack_strength(s, card),
        None if defense is None else defense_strength(s, card),
        None if most_damage is None else hit_points(s, card),
        quest_points,
    )


def _attachment(card: int, state: InPlay) -> AttachmentView:
    return AttachmentView(
        card=REFERENCES[card],
        type=ENTRIES[card].type,
        owner=SEATS[OWNER[card]] if OWNER[card] >= 0 else None,
        controller=SEATS[state.seat] if state.seat >= 0 else None,
        exhausted=state.exhausted,
        actions_used=_actions_used(card, state) if state.uses else 0,
    )


def _shadow_cards(state: InPlay, known: set[int]) -> list[ShadowCardView]:
    """The shadow cards of an enemy; of those face down, the ones that the viewer has looked at by name."""
    face_down = [ShadowCardView(REFERENCES[card] if card in known else None, False) for card in state.shadows]
    return [ShadowCardView(REFERENCES[card], True) for card in state.open_shadows] + face_down


def _lasting_effect(effect: Effect) -> LastingEffectView:
    until: Literal["end-of-phase", "end-of-round"] = "end-of-round" if effect.until == "round" else "end-of-phase"
    if effect.stat == CANNOT_ATTACK:
        return LastingEffectView("cannot-attack", 0, SEATS[effect.amount], until)
    return LastingEffectView(cast("LastingEffect", effect.stat), effect.amount, None, until)


def _actions_used(card: int, state: InPlay) -> int:
    """How often the limited action of a card was taken; where each player may take it once, by how many."""
    return state.uses if ACTIONS[card].limit else state.uses.bit_count()


def _attack(s: GameState, one: Attack) -> AttackView:
    """An attack with the numbers that damage would be determined from now."""
    by_players = bool(one.attackers) or (not one.enemy_left and bool(s.cards[one.enemy].attacked_by >> one.seat & 1))
    attack, defense = (0, 0) if one.enemy_left else _strengths(s, one, by_players)
    return AttackView(
        enemy=REFERENCES[one.enemy],
        player=SEATS[one.seat],
        attacker="players" if by_players else "enemy",
        attackers=_named(one.attackers),
        defenders=_named(one.defenders),
        attack=attack,
        defense=defense,
        enemy_left=one.enemy_left,
    )


def _strengths(s: GameState, one: Attack, by_players: bool) -> tuple[int, int]:
    """The attack and the defense of those on both sides of an attack."""
    if by_players:
        return combined_attack(s, one), defense_strength(s, one.enemy)
    return enemy_strength(s, one), combined_defense(s, one)
