"""Setting the table: decks, opening hands, discards (pp. 4, 20-22)."""

from engine.core.chance import shuffle
from engine.core.flow import Flow
from engine.core.game import Setting
from engine.games.wotr.components import BATTLEGROUNDS, ENTRIES, FREE, SHADOW
from engine.games.wotr.scenarios import NO_RING, STANDARD, VERSUS, WARS, War, war_of
from engine.games.wotr.state import Player, WarState
from engine.games.wotr.steps.terms import cycle_card, cycle_from_hand, draw


def new_state(setting: Setting) -> WarState:
    """The box unpacked for a scenario, before anything is shuffled."""
    war = war_of(setting.scenario, setting.options.get("mode", VERSUS), setting.options.get("level", STANDARD))
    promos = bool(setting.options.get("promos"))
    players = [
        Player(deck=[*seat.cards, *(seat.promos if promos else ())], ring=seat.ring != NO_RING) for seat in war.seats
    ]
    return WarState(
        step="setup",
        war=war.key,
        promos=promos,
        players=players,
        battleground_decks={
            side: [n for n in war.battlegrounds if BATTLEGROUNDS[n].side == side] for side in (FREE, SHADOW)
        },
        path_deck=list(war.paths),
        scored={FREE: [], SHADOW: []},
        aside=_unused(war, players),
    )


def _unused(war: War, players: list[Player]) -> list[int]:
    """The components that stay in the box."""
    used = {*war.battlegrounds, *war.paths, *(card for player in players for card in player.deck)}
    return [n for n in range(len(ENTRIES)) if n not in used]


def setup(s: WarState) -> Flow[None]:
    """Every deck is shuffled and every player draws an opening hand."""
    for seat, deck in enumerate(WARS[s.war].seats):
        shuffle(s, s.players[seat].deck)
        draw(s, seat, deck.opening)
    s.step = "discard"
    return
    yield


def discard(s: WarState) -> Flow[None]:
    """Every player cycles the cards the scenario asks for; a bot the last it drew, unseen (p. 4, AtS p. 2)."""
    war = WARS[s.war]
    for player, deck in enumerate(war.seats):
        if player in war.bots:
            for card in s.players[player].hand[-deck.discards :] if deck.discards else ():
                cycle_card(s, player, card)
        else:
            yield from cycle_from_hand(s, player, deck.discards)
    s.step = "battleground"
