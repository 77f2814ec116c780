"""Operations that recruit: units, recruitment tokens, Goblins and their passes, Eagles and Great Bats."""

from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.cards.vocabulary import orders
from engine.games.bofa.components.box import BAT_FIGURES, BEORN, PILES, SHADOW, SHADOW_PILE
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules import passes, recruitment
from engine.games.bofa.rules.armies import seat_of
from engine.games.bofa.rules.bats import place_bat
from engine.games.bofa.rules.eagles import recruit_eagles
from engine.games.bofa.rules.tokens import has_tokens, lay_token, may_lay, return_token, tokens_of
from engine.games.bofa.state import Frame, GameState


def recruit(s: GameState, p: Pack, frame: Frame, op: orders.Recruit) -> Flow[None]:
    """Units come straight from the supply (p. 25)."""
    if seat_of(s, p, frame.place) != 1 - frame.seat:
        yield from recruitment.recruit_units(s, p, frame.place, p.unit_numbers[op.unit], op.count)


def token(s: GameState, p: Pack, frame: Frame, op: orders.Token) -> Flow[None]:
    """Recruitment tokens are laid where their owner may lay them (p. 24)."""
    if not may_lay(s, p, frame.seat, frame.place):
        return
    for _ in range(op.count):
        if op.pile != "own":
            pile = PILES.index(op.pile)
        else:
            own = (SHADOW_PILE,) if frame.seat == SHADOW else (0, 1)
            options: list[Option] = [("pile", number) for number in own if s.piles[number]]
            if not options:
                return
            _, pile = yield Decision(frame.seat, "pile", options)
        frame.tokens_laid += lay_token(s, p, pile, frame.place)


def flip(s: GameState, p: Pack, frame: Frame, op: orders.Flip) -> Flow[None]:
    """Recruitment tokens of the place are turned, or only those that the card has laid there (p. 24)."""
    for _ in range(op.count):
        if frame.place == s.characters[BEORN] or not has_tokens(s, p, frame.seat, frame.place):
            return
        if op.laid and not frame.tokens_laid:
            return
        last = frame.tokens_laid if op.laid else recruitment.ANY
        yield from recruitment.flip(s, p, frame.seat, frame.place, last)
        frame.tokens_laid -= op.laid


def drop_tokens(s: GameState, p: Pack, frame: Frame, op: orders.DropTokens) -> Flow[None]:
    """Enemy recruitment tokens, chosen by their backs, go back to their piles unseen (p. 24)."""
    for _ in range(op.count):
        tokens = tokens_of(s, p, 1 - frame.seat, frame.place)
        if not tokens:
            return
        backs: list[Option] = [("pile", pile) for pile in sorted({p.recruitment_tokens[one].pile for one in tokens})]
        _, pile = yield Decision(frame.seat, "drop-token", backs)
        return_token(s, p, frame.place, next(one for one in tokens if p.recruitment_tokens[one].pile == pile))


def goblins(s: GameState, p: Pack, frame: Frame, op: orders.Goblins) -> Flow[None]:
    """Goblins gather at their mustering points (p. 24)."""
    yield from recruitment.muster_goblins(s, p, op.count)


def open_pass(s: GameState, p: Pack, frame: Frame, op: orders.OpenPass) -> Flow[None]:
    """A closed pass with enough units before it opens (p. 25)."""
    options: list[Option] = [
        ("open", at)
        for at, point in enumerate(p.layout.muster_points)
        if s.pass_closed[at] and len(s.armies[point]) >= op.units
    ]
    if options:
        choice = yield Decision(frame.seat, "open-pass", options)
        passes.open_pass(s, choice[1])


def eagles(s: GameState, p: Pack, frame: Frame, op: orders.Eagles) -> None:
    """Eagles come to the Eyrie (p. 32)."""
    recruit_eagles(s, op.count)


def bats(s: GameState, p: Pack, frame: Frame, op: orders.Bats) -> None:
    """Great Bats gather over the territory of the place (p. 34)."""
    territory = p.layout.territory[frame.place]
    if territory >= 0:
        for _ in range(min(op.count, BAT_FIGURES - sum(s.bats))):
            place_bat(s, territory)
