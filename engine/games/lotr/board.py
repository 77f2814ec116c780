"""An observation drawn as text for a terminal."""

from collections.abc import Iterator

from engine.core.words import BETWEEN, Lang, Words
from engine.games.lotr.components.box import ENTRY_OF
from engine.games.lotr.scenarios import ROLES, SCENARIO_KINDS, SEATS
from engine.games.lotr.view.types import (
    AttachmentView,
    AttackView,
    CardView,
    KnownCardView,
    LotrView,
    PlayerView,
    StageView,
)
from engine.games.lotr.words.names import PHASES
from engine.games.lotr.words.printed import values_of

_HEAD = Words("{scenario}, round {round}, {phase}", "{scenario}, runda {round}, {phase}")
_STAGE = Words("Stage {stage}: {name}: progress {progress}", "Etap {stage}: {name}: postęp {progress}")
_HELD_UP = Words(", held up", ", wstrzymany")
_QUEST = Words("Willpower {willpower} against threat {threat}", "Siła woli {willpower} przeciw zagrożeniu {threat}")
_STAGING = Words(
    "Staging area, threat {n} (encounter deck {deck}, discards {discards}):",
    "Strefa przeciwności, zagrożenie {n} (talia Spotkań {deck}, odrzucone {discards}):",
)
_ACTIVE = Words("Active location", "Aktywny obszar")
_RIDERS = Words("Attacking out of the shadows", "Atakują z cienia")
_ATTACKS = {
    "enemy": Words(
        "{enemy} attacks {player}: attack {attack}, defense {defense}",
        "{enemy} atakuje, cel {player}: atak {attack}, obrona {defense}",
    ),
    "players": Words(
        "{player} attacks {enemy}: attack {attack}, defense {defense}",
        "{player} atakuje, cel {enemy}: atak {attack}, obrona {defense}",
    ),
}
_RESOLVING = Words("Being resolved", "Rozpatrywane")
_VICTORY = Words("Victory cards", "Karty zwycięstwa")
_ASIDE = Words("Set aside", "Odłożone na bok")
_SCORES = Words(
    "Scores by the book, the lower the better: {scores}",
    "Wyniki z instrukcji, im niższe, tym lepsze: {scores}",
)
_KNOWN = Words("You know: {cards}", "Wiesz: {cards}")
_ENCOUNTER_DECK = Words("encounter deck", "talia Spotkań")
_DECK = Words("deck of {name}", "talia: {name}")

_PLAYER = Words(
    "{name}: threat {threat}, hand {hand}, deck {deck}, discards {discards}",
    "{name}: zagrożenie {threat}, ręka {hand}, talia {deck}, odrzucone {discards}",
)
_FIRST = Words(", first player", ", pierwszy gracz")
_OUT = Words(", eliminated", ", poza grą")
_HEROES = Words("heroes", "bohaterowie")
_ALLIES = Words("allies", "sprzymierzeńcy")
_ENGAGED = Words("engaged", "w zwarciu")
_HAND = Words("hand", "ręka")
_ON_DECK = Words("on the deck: {cards}", "na talii: {cards}")

_NUMBERS = {
    "threat": Words("threat {n}", "zagrożenie {n}"),
    "engagement_cost": Words("engagement {n}", "zwarcie {n}"),
    "willpower": Words("willpower {n}", "siła woli {n}"),
    "attack": Words("attack {n}", "atak {n}"),
    "defense": Words("defense {n}", "obrona {n}"),
    "hit_points": Words("damage {n}", "obrażenia {n}"),
    "quest_points": Words("progress {n}", "postęp {n}"),
}
_TOKENS = {"hit_points": "damage", "quest_points": "progress"}
"""The tokens that are shown out of a number."""
_EXHAUSTED = Words("exhausted", "wyczerpanie")
_COMMITTED = Words("questing", "na wyprawie")
_PRISONER = Words("prisoner", "w niewoli")
_RESOURCES = Words("resources {n}", "zasoby {n}")
_SHADOW_CARDS = Words("shadow cards {n}", "karty cienia {n}")
_SHADOWS = Words("shadow: {cards}", "cień: {cards}")
_PEEKED = Words("you know: {cards}", "wiesz: {cards}")
_GUARDS = Words("guards {name}", "strzeże: {name}")


def draw_board(view: LotrView, lang: Lang) -> str:
    """The state of the match as one seat, or a spectator, sees it."""
    lines = [_head(view, lang)]
    if view.stage is not None:
        lines.append(_stage(view.stage, lang))
    if view.scenario_scores:
        lines.append(_SCORES.say(lang, scores=", ".join(map(str, view.scenario_scores))))
    if view.phase == "quest":
        lines.append(_QUEST.say(lang, willpower=view.committed_willpower, threat=view.staging_threat))
    lines += [_attack(one, lang) for one in view.attacks]
    lines += _area(_ACTIVE.say(lang), [] if view.active_location is None else [view.active_location], lang)
    lines += ["", _staging(view, lang), *_cards(view.staging_area, lang)]
    lines += _area(_RIDERS.say(lang), view.attacking_shadow_cards, lang)
    for player in view.players:
        lines += ["", *_player(player, player.player == view.first_player, lang)]
    piles = list(_piles(view, lang))
    return "\n".join([*lines, *([""] if piles else []), *piles])


def _head(view: LotrView, lang: Lang) -> str:
    return _HEAD.say(
        lang,
        scenario=SCENARIO_KINDS[view.scenario].name.say(lang),
        round=view.round,
        phase=PHASES[view.phase].say(lang),
    )


def _staging(view: LotrView, lang: Lang) -> str:
    """The head of the staging area, with the piles that feed it."""
    discards = len(view.encounter_discard_pile)
    return _STAGING.say(lang, n=view.staging_threat, deck=view.encounter_deck_count, discards=discards)


def _stage(stage: StageView, lang: Lang) -> str:
    """The quest card; some stages end otherwise than by progress."""
    goal = stage.quest_points
    progress = f"{stage.progress}/{goal}" if goal else str(stage.progress)
    line = _STAGE.say(lang, stage=stage.number, name=_name(stage.card, lang), progress=progress)
    return line + (_HELD_UP.say(lang) if stage.held_up else "")


def _attack(one: AttackView, lang: Lang) -> str:
    return _ATTACKS[one.attacker].say(
        lang,
        enemy=_name(one.enemy, lang),
        player=_player_name(one.player, lang),
        attack=one.attack,
        defense=one.defense,
    )


def _area(title: str, cards: list[CardView], lang: Lang) -> list[str]:
    """An area that is shown only if there are cards in it."""
    return ["", f"{title}:", *_cards(cards, lang)] if cards else []


def _piles(view: LotrView, lang: Lang) -> Iterator[str]:
    """Piles that are shown only if there are cards in them, and what the viewer knows of decks."""
    for title, cards in ((_RESOLVING, view.being_resolved), (_VICTORY, view.victory_display), (_ASIDE, view.set_aside)):
        if cards:
            yield f"{title.say(lang)}: {_names(cards, lang)}"
    known = [_known(one, _ENCOUNTER_DECK.say(lang), lang) for one in view.known_in_encounter_deck]
    for player in view.players:
        deck = _DECK.say(lang, name=_player_name(player.player, lang))
        known += [_known(one, deck, lang) for one in player.known_in_deck]
    if known:
        yield _KNOWN.say(lang, cards=BETWEEN.join(known))


def _known(one: KnownCardView, deck: str, lang: Lang) -> str:
    """A card of a deck that the viewer knows, and which it is from the top."""
    return f"{_name(one.card, lang)} ({deck}, {one.cards_above + 1})"


def _player(player: PlayerView, first: bool, lang: Lang) -> list[str]:
    """A player with his cards; of the hand of another, what the viewer knows."""
    title = _PLAYER.say(
        lang,
        name=_player_name(player.player, lang),
        threat=player.threat,
        hand=player.hand_count,
        deck=player.deck_count,
        discards=len(player.discard_pile),
    )
    lines = [title + (_FIRST.say(lang) if first else "") + (_OUT.say(lang) if player.eliminated else "")]
    for words, cards in ((_HEROES, player.heroes), (_ALLIES, player.allies), (_ENGAGED, player.engaged_enemies)):
        if cards:
            lines += [f"   {words.say(lang)}:", *_cards(cards, lang, indent=6)]
    if player.attached_to_deck:
        lines.append("   " + _ON_DECK.say(lang, cards=_names(player.attached_to_deck, lang)))
    if player.hand:
        lines += [f"   {_HAND.say(lang)}:", *(f"      {_in_hand(card, lang)}" for card in player.hand)]
    return lines


def _cards(cards: list[CardView], lang: Lang, indent: int = 3) -> list[str]:
    """Cards in play, one a line, with their attachments below."""
    lines = []
    for card in cards:
        lines.append(" " * indent + _in_play(card, lang))
        lines += [" " * indent + f"+ {_attachment(one, lang)}" for one in card.attachments]
    return lines


def _attachment(card: AttachmentView, lang: Lang) -> str:
    return _name(card.card, lang) + (f" [{_EXHAUSTED.say(lang)}]" if card.exhausted else "")


def _in_play(card: CardView, lang: Lang) -> str:
    """A card in play with its current numbers and what lies on it."""
    parts = [*_numbers(card, lang), *_marks(card, lang)]
    name = _name(card.card, lang)
    return f"{name} [{', '.join(parts)}]" if parts else name


def _numbers(card: CardView, lang: Lang) -> Iterator[str]:
    for number, words in _NUMBERS.items():
        n = getattr(card, number)
        if n is not None:
            token = _TOKENS.get(number)
            yield words.say(lang, n=f"{getattr(card, token)}/{n}" if token else n)


def _marks(card: CardView, lang: Lang) -> Iterator[str]:
    """What has become of a card, and what lies on it."""
    for words, is_so in ((_EXHAUSTED, card.exhausted), (_COMMITTED, card.committed), (_PRISONER, card.held_prisoner)):
        if is_so:
            yield words.say(lang)
    if card.resources:
        yield _RESOURCES.say(lang, n=card.resources)
    if card.face_down_shadow_cards:
        yield _SHADOW_CARDS.say(lang, n=card.face_down_shadow_cards)
    if shown := [shadow.card for shadow in card.shadow_cards if shadow.face_up and shadow.card]:
        yield _SHADOWS.say(lang, cards=_names(shown, lang))
    face_down = [shadow.card for shadow in card.shadow_cards if not shadow.face_up]
    if peeked := [one for one in (*face_down, card.face_down_card) if one is not None]:
        yield _PEEKED.say(lang, cards=_names(peeked, lang))
    if card.guarded_objective is not None:
        yield _GUARDS.say(lang, name=_name(card.guarded_objective, lang))


def _name(card: str, lang: Lang) -> str:
    return ENTRY_OF[card].called(lang)


def _in_hand(card: str, lang: Lang) -> str:
    """A card with what it costs and its values."""
    return f"{_name(card, lang)} [{values_of(ENTRY_OF[card]).say(lang)}]"


def _names(cards: list[str], lang: Lang) -> str:
    return BETWEEN.join(_name(card, lang) for card in cards)


def _player_name(player: str, lang: Lang) -> str:
    return ROLES[SEATS.index(player)].name.say(lang)
