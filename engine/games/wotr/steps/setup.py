"""The setup of a match: decks, opening hands, discards (pp. 4, 20-22)."""

from engine.core.chance import shuffle
from engine.core.flow import Flow
from engine.core.game import Setting
from engine.core.state import because
from engine.games.wotr.components.box import BATTLEGROUNDS, ENTRIES, FREE, SHADOW
from engine.games.wotr.rules.cycling import cycle_card
from engine.games.wotr.rules.drawing import draw
from engine.games.wotr.rules.hand import cycle_from_hand
from engine.games.wotr.scenarios import NO_RING, VARIANTS, PlayerSetup, Variant, variant_of
from engine.games.wotr.state import GameState, Player


def new_state(setting: Setting) -> GameState:
    """The state of a match before anything is shuffled: decks full, everything else empty."""
    variant = variant_of(setting.scenario, setting.options)
    promos = bool(setting.options.get("promos"))
    players = [_new_player(player, promos) for player in variant.players]
    return GameState(
        step="setup",
        variant=variant.key,
        promos=promos,
        players=players,
        battleground_decks={
            side: [n for n in variant.battlegrounds if BATTLEGROUNDS[n].side == side] for side in (FREE, SHADOW)
        },
        path_deck=list(variant.paths),
        scoring_areas={FREE: [], SHADOW: []},
        aside=_unused(variant, players),
    )


def _new_player(player: PlayerSetup, promos: bool) -> Player:
    return Player(deck=[*player.cards, *(player.promos if promos else ())], ring=player.ring != NO_RING)


def _unused(variant: Variant, players: list[Player]) -> list[int]:
    """The components that stay in the box."""
    used = {*variant.battlegrounds, *variant.paths, *(card for player in players for card in player.deck)}
    return [n for n in range(len(ENTRIES)) if n not in used]


def setup(s: GameState) -> None:
    """Every deck is shuffled and every player draws an opening hand."""
    for seat, player in enumerate(VARIANTS[s.variant].players):
        shuffle(s, s.players[seat].deck, f"deck:{seat}")
        draw(s, seat, player.opening)
    s.step = "discard"


def discard(s: GameState) -> Flow[None]:
    """Every player cycles the cards the scenario asks for; a bot the last it drew, unseen (p. 4, AtS p. 2)."""
    variant = VARIANTS[s.variant]
    for seat, player in enumerate(variant.players):
        if seat in variant.bots:
            for card in s.players[seat].hand[-player.discards :] if player.discards else ():
                cycle_card(s, seat, card)
        else:
            with because(s, "opening"):
                yield from cycle_from_hand(s, seat, player.discards)
    s.step = "battleground"
