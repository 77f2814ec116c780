"""The Eagles and their Lord (p. 32)."""

from engine.core.events import tell
from engine.core.flow import Decision, Flow, Option
from engine.games.bofa.components.box import EAGLE_FIGURES, FREE, LORD, SHADOW
from engine.games.bofa.components.pack import Pack
from engine.games.bofa.rules.damage import deal_outside_combat
from engine.games.bofa.rules.dice import count_successes
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
    choice = yield Decision(FREE, "eagle-lord", options)
    if choice[0] == "hatch":
        recruit_eagles(s, 1)
        return
    territories: list[Option] = [("to", number) for number in range(p.layout.territories)]
    if s.characters[LORD] == EYRIE:
        choice = yield Decision(FREE, "lord-flies", territories)
        s.characters[LORD] = p.layout.territory.index(choice[1])
        tell(s, "eagle-flew", (choice[1],))
    while s.eyrie:
        choice = yield Decision(FREE, "eagle-flies", territories)
        s.eyrie -= 1
        s.eagles[choice[1]] += 1
        tell(s, "eagle-flew", (choice[1],))


def eagles_in(s: GameState, p: Pack, territory: int) -> int:
    """Eagles over a territory, with their Lord (p. 32)."""
    return s.eagles[territory] + (s.characters[LORD] >= 0 and p.layout.territory[s.characters[LORD]] == territory)


def targets_in(s: GameState, p: Pack, territory: int) -> list[int]:
    """The Shadow armies in the regions of a territory."""
    return [
        place
        for place in range(p.layout.regions)
        if p.layout.territory[place] == territory and s.armies[place] and p.unit_side[s.armies[place][0]] == SHADOW
    ]


def send_options(s: GameState, p: Pack, sent: list[int]) -> list[Option]:
    """Territories from which an Eagle may fly home, as long as there are armies for all that are sent (p. 32)."""
    if s.characters[LORD] < 0 and not any(s.eagles):
        return []
    return [
        ("send", territory)
        for territory in range(p.layout.territories)
        if eagles_in(s, p, territory) and sent.count(territory) < len(targets_in(s, p, territory))
    ]


def eagles_attack(s: GameState, p: Pack, territory: int) -> Flow[None]:
    """Eagles fly home; when all have moved, each may attack another army of its territory (p. 32)."""
    sent: list[int] = []
    choice: Option = ("send", territory)
    while choice[0] == "send":
        sent.append(choice[1])
        s.plan = ["send", *sent]
        fly_home(s, choice[1])
        options: list[Option] = [("done",)]
        choice = yield Decision(FREE, "send", options + send_options(s, p, sent))
    struck: list[int] = []
    while sent:
        targets = [place for one in dict.fromkeys(sent) for place in targets_in(s, p, one) if place not in struck]
        choice = yield Decision(FREE, "strike", [*[("strike", place) for place in targets], ("done",)])
        if choice[0] == "done":
            return
        struck.append(choice[1])
        sent.remove(p.layout.territory[choice[1]])
        s.plan = ["send", *sent] if sent else []
        yield from strike(s, p, choice[1])


def strike(s: GameState, p: Pack, target: int) -> Flow[None]:
    """An Eagle attacks an army; misses are rolled once more, and nothing changes the roll (p. 32)."""
    hits = count_successes(s, "dice:eagles", EAGLE_DICE, EAGLE_DICE, EAGLE_HIT)
    tell(s, "struck", (target, hits))
    yield from deal_outside_combat(s, p, target, hits)


def fly_home(s: GameState, territory: int) -> None:
    """An Eagle of a territory goes back to the Eyrie, its Lord last of all (p. 32)."""
    tell(s, "eagle-home", (territory,))
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
