"""Chapter XII: Eagles, Beorn and Great Bats (p. 32-34)."""

from engine.core.chance import roll
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.armies import enemy_at, free_settlement
from engine.games.bofa.components.box import BEORN, EAGLE_FIGURES, FREE, LORD, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.state import EYRIE, Field, pack_of
from engine.games.bofa.steps.battle import begin_battle
from engine.games.bofa.steps.characters import movement_of
from engine.games.bofa.steps.damage import hurt
from engine.games.bofa.steps.movement import march_options

EAGLE_DICE, EAGLE_HIT = 3, 4


# -- the Eagles ------------------------------------------------------------------------------------------------


def recruit_eagles(s: Field, count: int) -> None:
    """Eagles are recruited in the Eyrie, as far as there are figures (p. 32)."""
    count = min(count, EAGLE_FIGURES - s.eyrie - sum(s.eagles))
    s.eyrie += count
    tell(s, "eagles", (count,))


def lord_ability(s: Field, p: Pack) -> Flow[None]:
    """The Lord recruits an Eagle, or all who are in the Eyrie fly to the field, each to a territory (p. 32)."""
    options: list[Option] = []
    if s.people[LORD] == EYRIE or s.eyrie:
        options.append(("fly",))
    if s.eyrie + sum(s.eagles) < EAGLE_FIGURES:
        options.append(("hatch",))
    if not options:
        return
    choice = yield Decision(FREE, "eagle_lord", options)
    if choice[0] == "hatch":
        recruit_eagles(s, 1)
        return
    territories: list[Option] = [("to", number) for number in range(len(p.contents.board.territory))]
    if s.people[LORD] == EYRIE:
        choice = yield Decision(FREE, "lord_flies", territories)
        s.people[LORD] = p.territory.index(choice[1])
    while s.eyrie:
        choice = yield Decision(FREE, "eagle_flies", territories)
        s.eyrie -= 1
        s.eagles[choice[1]] += 1
    tell(s, "eagles_flew", tuple(s.eagles))


def eagles_in(s: Field, p: Pack, territory: int) -> int:
    """Eagles over a territory, with their Lord (p. 32)."""
    return s.eagles[territory] + (s.people[LORD] >= 0 and p.territory[s.people[LORD]] == territory)


def strike_options(s: Field, p: Pack, struck: list[int]) -> list[Option]:
    """Shadow armies that an Eagle over their territory can attack (p. 32)."""
    if s.people[LORD] < 0 and not any(s.eagles):
        return []
    return [
        ("strike", place)
        for place in range(p.regions)
        if s.armies[place]
        and p.unit_side[s.armies[place][0]] == SHADOW
        and place not in struck
        and eagles_in(s, p, p.territory[place])
    ]


def eagles_attack(s: Field, p: Pack, place: int) -> Flow[None]:
    """Eagles fly home, each against another army of its territory; they attack when all have moved (p. 32)."""
    targets: list[int] = []
    choice: Option = ("strike", place)
    while choice[0] == "strike":
        targets.append(choice[1])
        s.plan = ["strike", *targets]
        fly_home(s, p.territory[choice[1]])
        done: list[Option] = [("done",)]
        choice = yield Decision(FREE, "strike", done + strike_options(s, p, targets))
    s.plan = []
    for target in targets:
        missed = sum([roll(s) < EAGLE_HIT for _ in range(EAGLE_DICE)])
        hits = EAGLE_DICE - missed + sum([roll(s) >= EAGLE_HIT for _ in range(missed)])
        tell(s, "struck", (target, hits))
        yield from hurt(s, p, target, hits)


def fly_home(s: Field, territory: int) -> None:
    """An Eagle of a territory goes back to the Eyrie, its Lord last of all (p. 32)."""
    if s.eagles[territory]:
        s.eagles[territory] -= 1
        s.eyrie += 1
    else:
        s.people[LORD] = EYRIE


def eagles_home(s: Field) -> None:
    """At the end of the turn all Eagles fly back to the Eyrie (p. 11, 32)."""
    s.eyrie += sum(s.eagles)
    s.eagles = [0] * len(s.eagles)
    if s.people[LORD] >= 0:
        s.people[LORD] = EYRIE


# -- Beorn -----------------------------------------------------------------------------------------------------


def beorn_ways(s: Field, p: Pack) -> list[int]:
    """Regions Beorn can step into: none with army units of either side (p. 33)."""
    return [place for place in p.neighbours[s.people[BEORN]] if not s.armies[place]]


def beorn_targets(s: Field, p: Pack) -> list[int]:
    """Shadow armies beside Beorn (p. 33)."""
    return [place for place in p.neighbours[s.people[BEORN]] if enemy_at(s, p, FREE, place)]


def beorn_options(s: Field, p: Pack) -> list[Option]:
    """Where Beorn may go or whom he may attack next."""
    if s.people[BEORN] < 0:
        return []
    go: list[Option] = [("bear", place) for place in beorn_ways(s, p)]
    return go + [("bear_attack", place) for place in beorn_targets(s, p)]


def beorn_goes(s: Field, p: Pack, choice: Option) -> None:
    """One step of Beorn, or his attack at the end of the move (p. 33)."""
    how, place = choice
    s.plan = []
    if how == "bear_attack":
        begin_battle(s, p, FREE, [s.people[BEORN]], place, beorn=True)
        return
    s.people[BEORN] = place
    s.legs -= 1
    tell(s, "placed", (BEORN, place))
    free_settlement(s, p, place)
    s.step = "bear"


def beorn_carries_on(s: Field) -> Flow[None]:
    """Beorn moves up to three regions and may then attack (p. 33)."""
    p = pack_of(s)
    options: list[Option] = [("halt",)]
    options += [option for option in beorn_options(s, p) if option[0] == "bear_attack" or s.legs]
    choice = yield Decision(FREE, "bear", options)
    if choice[0] == "halt":
        s.step = "turn_over"
    else:
        beorn_goes(s, p, choice)


def beorn_sets_out(s: Field, p: Pack, choice: Option) -> None:
    """Beorn's action begins."""
    s.legs = movement_of(s, p, BEORN)
    beorn_goes(s, p, choice)


# -- the Great Bats --------------------------------------------------------------------------------------------


def bat_options(s: Field, p: Pack) -> list[Option]:
    """Armies that a Cloud of Bats can move: a bat over their territory is given up (p. 34)."""
    options: list[Option] = []
    for territory, bats in enumerate(s.bats):
        if bats:
            marches = march_options(s, p, SHADOW, {"army"}, territory)
            options += [("bats", place, to) for _, place, to in marches]
    return options
