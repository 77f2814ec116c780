"""A tabletop for tests that read like play: set things up, run a rule, answer what it asks, look."""

from typing import Any

import msgspec

from engine.core.flow import Decision, Flow, Option, Together
from engine.games.meq.components.box import COMBAT, ENTRIES, SHADOWS, TOKENS
from engine.games.meq.components.schema import MARKERS
from engine.games.meq.game import GAME
from engine.games.meq.layout import IDS, LOC, zones
from engine.games.meq.state import GameState, Turn, TurnEnds
from engine.games.meq.steps import setup

Answer = Option | int
QUIET = ("done",), ("pass",)


def _means(answer: Answer, option: Option) -> bool:
    """Whether an answer means this option."""
    if isinstance(answer, int):
        return option[0] == "choose" and option[2] == answer
    return option[: len(answer)] == answer


class Tabletop:
    """A match with chosen heroes and an empty board."""

    def __init__(self, *heroes: str, **options: Any) -> None:
        heroes = heroes or ("beravor",)
        self.s: GameState = setup.new_state(GAME.setting(seats=len(heroes) + 1, options=options))
        self.s.seed = bytes(16)
        self.ended = False
        self.decisions: list[Decision] = []
        setup.setup(self.s)
        self.run(setup.choose_heroes(self.s), *(("be", who) for who in heroes))
        self.run(setup.hero_setup(self.s))
        setup.missions(self.s)
        self.s.turn = Turn(hero=0)
        self.s.minions = [-1] * 5
        self.s.characters = [-1] * 8
        self.s.step = "travel"

    # -- running rules

    def run(self, flow: Flow[Any], *answers: Answer) -> Any:
        """Run a rule, giving these answers in turn; what is not answered is declined, or takes the first option.

        An answer is the beginning of an option, or the number of an alternative on a card.
        """
        left = list(answers)
        self.ended = False
        try:
            result = self._run(flow, left)
        except TurnEnds:
            self.ended, result = True, None
        assert not left, f"never asked for {left}"
        return result

    def _run(self, flow: Flow[Any], left: list[Answer]) -> Any:
        """Run a rule, taking its answers off the list."""
        value: Any = None
        try:
            while True:
                decision = flow.send(value)
                if isinstance(decision, Together):
                    value = tuple(self._answer(one, left) for one in decision.decisions)
                else:
                    value = self._answer(decision, left)
        except StopIteration as end:
            return end.value

    def _answer(self, decision: Decision, left: list[Answer]) -> Option:
        """The option that the next answer means, if it means one of these."""
        options = decision.options
        assert options, f"{decision.kind} has no options"
        self.decisions.append(decision)
        for option in options:
            if left and _means(left[0], option):
                del left[0]
                return option
        if len(options) == 1:
            return options[0]
        fallback = [option for option in options if option in QUIET]
        return (fallback or options)[0]

    def step(self, *answers: Answer) -> None:
        """Run the step that comes next."""
        self.run(GAME.flows[self.s.step](self.s), *answers)

    def steps(self, until: str, *answers: Answer) -> None:
        """Run steps up to a named one, giving the answers as they are asked for."""
        left = list(answers)
        for _ in range(50):
            if self.s.step == until:
                assert not left, f"never asked for {left}"
                return
            self._run(GAME.flows[self.s.step](self.s), left)
        raise AssertionError(f"never reached {until}, stuck at {self.s.step}")

    def offered(self) -> list[Option]:
        """The options of the first decision of the step that comes next."""
        decision = next(GAME.flows[self.s.step](self.s))
        assert isinstance(decision, Decision)
        return decision.options

    # -- setting up

    @property
    def hero(self) -> Any:
        """The first hero."""
        return self.s.heroes[0]

    def at(self, place: str, h: int = 0) -> "Tabletop":
        """Put a hero somewhere."""
        self.s.heroes[h].place = LOC[place]
        return self

    def influence(self, **places: int) -> "Tabletop":
        """Influence on the board; places are named as Python does, the_shire for the-shire."""
        for place, amount in places.items():
            self.s.influence[LOC[place.replace("_", "-")]] = amount
        return self

    def draws(self, h: int = 0, *keys: str) -> list[int]:
        """Hero cards of these names from the life pool into hand."""
        hero = self.s.heroes[h]
        cards = []
        for key in keys:
            card = next(card for card in hero.life if COMBAT[card].key == key)
            hero.life.remove(card)
            hero.hand.append(card)
            cards.append(card)
        return cards

    def teach(self, *keys: str, h: int = 0) -> list[int]:
        """Skill cards of these names into a hero's hand."""
        cards = []
        for key in keys:
            card = next(card for card in self.s.skill_deck if COMBAT[card].key == key)
            self.s.skill_deck.remove(card)
            self.s.heroes[h].hand.append(card)
            cards.append(card)
        return cards

    def corrupt(self, *keys: str, h: int = 0) -> "Tabletop":
        """Corruption cards on a hero."""
        for key in keys:
            self.s.heroes[h].corruption.append(self.take(self.s.corruption_deck, key))
        return self

    def top(self, deck: list[int], *keys: str) -> list[int]:
        """Put cards on top of a deck, the first to be drawn first."""
        cards = [self.take(deck, key) for key in keys]
        deck += reversed(cards)
        return cards

    def take(self, zone: list[int], key: str) -> int:
        """A card out of a zone, by name."""
        card = next(card for card in zone if ENTRIES[card].key == key)
        zone.remove(card)
        return card

    def shadow(self, *keys: str) -> list[int]:
        """Shadow cards in Sauron's hand, with enough influence to play them."""
        cards = [self.take(self.s.shadow_deck, key) for key in keys]
        self.s.shadow_hand += cards
        self.s.pool = max([self.s.pool, *(SHADOWS[card].influence for card in cards)])
        return cards

    def token(self, monster: str, place: str) -> int:
        """A monster token on the board; "blank" for a rumour."""
        for bag in self.s.token_pools:
            for card in bag:
                if TOKENS[card].monster == ("" if monster == "blank" else monster):
                    bag.remove(card)
                    self.s.tokens.append(card)
                    self.s.token_places.append(LOC[place])
                    return card
        raise AssertionError(f"no token {monster}")

    # -- looking

    def check_components(self) -> None:
        """Every component is somewhere, once."""
        assert sorted(card for zone in zones(self.s) for card in zone) == list(range(len(ENTRIES)))

    def summary(self) -> dict[str, Any]:
        """What cards change, in numbers."""
        s, hero = self.s, self.hero
        return {
            "favor": hero.favor,
            "corruption": len(hero.corruption),
            "items": sorted(ENTRIES[card].key for card in hero.items),
            "levels": list(hero.levels),
            "hand": len(hero.hand),
            "life": len(hero.life),
            "rest": len(hero.rest),
            "damage": len(hero.damage),
            "place": IDS[hero.place],
            "quests": len(hero.quests),
            "pool": s.pool,
            "plot_hand": len(s.plot_hand),
            "shadow_hand": len(s.shadow_hand),
            "plots": len(s.plots),
            "story": dict(zip(MARKERS, s.story, strict=True)),
            "tokens": len(s.tokens),
            "influence": sum(s.influence),
            "on_board": sum(s.favor),
            "characters": sum(at >= 0 for at in s.characters),
            "minions": sum(at >= 0 for at in s.minions),
            "fight": s.combat.enemy,
            "ended": self.ended,
        }

    def changes(self, flow: Flow[Any], *answers: Answer) -> dict[str, Any]:
        """Run a rule and tell everything that changed, numbers as differences."""
        before = msgspec.json.decode(msgspec.json.encode(self.summary()))
        self.run(flow, *answers)
        self.check_components()
        changed: dict[str, Any] = {}
        for name, now in self.summary().items():
            then = before[name]
            if name == "story":
                now = {marker: at - then[marker] for marker, at in now.items() if at != then[marker]}
                then = {}
            if now != then:
                plain = type(now) is int
                changed[name] = now - then if plain else now
        return changed
