"""The Eagles and their Lord (p. 32)."""

from engine.core.chance import roll
from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.components.box import EAGLE_FIGURES, FREE, LORD, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.damage import deal_outside_combat
from engine.games.bofa.state import EYRIE, GameState

EAGLE_DICE, EAGLE_HIT = 3, 4
"""The dice of an Eagle's attack, and what hits; misses are rolled once more (p. 32)."""


def recruit_eagles(s: GameState, count: int) -> None:
    """Eagles are recruited in the Eyrie, as far as there are figures (p. 32)."""
    count = min(count, EAGLE_FIGURES - s.eyrie - sum(s.eagles))
    s.eyrie += count
    tell(s, "eagles", (count,))


def lord_ability(s: GameState, p: Pack) -> Flow[None]:
    """The Lord recruits an Eagle, or all who are in the Eyrie fly to the field, each to a territory (p. 32)."""
    options: list[Option] = []
    if s.characters[LORD] == EYRIE or s.eyrie:
        options.append(("fly",))
    if s.eyrie + sum(s.eagles) < EAGLE_FIGURES:
        options.append(("hatch",))
    if not options:
        return
    choice = yield Decision(FREE, "eagle_lord", options)
    if choice[0] == "hatch":
        recruit_eagles(s, 1)
        return
    territories: list[Option] = [("to", number) for number in range(p.layout.territories)]
    if s.characters[LORD] == EYRIE:
        choice = yield Decision(FREE, "lord_flies", territories)
        s.characters[LORD] = p.layout.territory.index(choice[1])
    while s.eyrie:
        choice = yield Decision(FREE, "eagle_flies", territories)
        s.eyrie -= 1
        s.eagles[choice[1]] += 1
    tell(s, "eagles_flew", tuple(s.eagles))


def eagles_in(s: GameState, p: Pack, territory: int) -> int:
    """Eagles over a territory, with their Lord (p. 32)."""
    return s.eagles[territory] + (s.characters[LORD] >= 0 and p.layout.territory[s.characters[LORD]] == territory)


def strike_options(s: GameState, p: Pack, targets: list[int]) -> list[Option]:
    """Shadow armies that an Eagle over their territory can attack, but for those that are targets already (p. 32)."""
    if s.characters[LORD] < 0 and not any(s.eagles):
        return []
    return [
        ("strike", place)
        for place in range(p.layout.regions)
        if s.armies[place]
        and p.unit_side[s.armies[place][0]] == SHADOW
        and place not in targets
        and eagles_in(s, p, p.layout.territory[place])
    ]


def eagles_attack(s: GameState, p: Pack, place: int) -> Flow[None]:
    """Eagles fly home, each against another army of its territory; they attack when all have moved (p. 32)."""
    targets: list[int] = []
    choice: Option = ("strike", place)
    while choice[0] == "strike":
        targets.append(choice[1])
        s.plan = ["strike", *targets]
        fly_home(s, p.layout.territory[choice[1]])
        options: list[Option] = [("done",)]
        choice = yield Decision(FREE, "strike", options + strike_options(s, p, targets))
    s.plan = []
    for target in targets:
        misses = sum([roll(s, "dice:eagles") < EAGLE_HIT for _ in range(EAGLE_DICE)])
        hits = EAGLE_DICE - misses + sum([roll(s, "dice:eagles") >= EAGLE_HIT for _ in range(misses)])
        tell(s, "struck", (target, hits))
        yield from deal_outside_combat(s, p, target, hits)


def fly_home(s: GameState, territory: int) -> None:
    """An Eagle of a territory goes back to the Eyrie, its Lord last of all (p. 32)."""
    if s.eagles[territory]:
        s.eagles[territory] -= 1
        s.eyrie += 1
    else:
        s.characters[LORD] = EYRIE


def all_fly_home(s: GameState) -> None:
    """All Eagles go back to the Eyrie, at the end of the turn (p. 11, 32)."""
    s.eyrie += sum(s.eagles)
    s.eagles = [0] * len(s.eagles)
    if s.characters[LORD] >= 0:
        s.characters[LORD] = EYRIE
