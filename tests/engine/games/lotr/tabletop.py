"""A table for tests that read like play: lay cards out, play them with scripted answers, look."""

from contextlib import suppress
from typing import Any

from engine.core.flow import Decision, Flow, Option, Together
from engine.core.state import Run, StepEnded
from engine.games.lotr.cards.effects import ACTIONS, SHADOWS
from engine.games.lotr.components.box import ENTRIES, copies
from engine.games.lotr.game import GAME
from engine.games.lotr.layout import zones
from engine.games.lotr.rules.actions import actions, take_action
from engine.games.lotr.rules.attachments import controller_of_attachment
from engine.games.lotr.rules.damage import deal_damage
from engine.games.lotr.rules.entering import enter_staging
from engine.games.lotr.rules.revealing import reveal
from engine.games.lotr.scenarios import SCENARIO_KINDS
from engine.games.lotr.state import Attack, GameState, InPlay, Player
from engine.games.lotr.steps.planning import play_card, playable
from engine.games.lotr.steps.travel import travel_to

Answer = str | int
HOME = ["aragorn", "gimli", "eowyn"]


class Refused(AssertionError):
    """The rules do not offer what the test wants to do."""


class Tabletop:
    """A scenario with nothing random left in it: empty hands, no resources, nothing in the staging area."""

    def __init__(self, *heroes: list[str], scenario: str = "passage-through-mirkwood", **options: Any) -> None:
        lines = heroes or (HOME,)
        seats = len(lines)
        self.s: GameState = GAME.new_state(GAME.setting(scenario, min(seats, 4), options))
        self.s.__dict__["run"] = Run([])
        self.s.run.events = []
        self.s.seed = bytes(16)
        stock = [card for card in self.s.removed if ENTRIES[card].type != "quest"]
        quests = [card for card in self.s.removed if ENTRIES[card].type == "quest"]
        self.s.quest_deck = [card for card in quests if ENTRIES[card].id in SCENARIO_KINDS[self.s.scenario].stages]
        self.s.encounter_deck = stock
        self.s.removed = [card for card in quests if card not in self.s.quest_deck]
        self.s.quest = [self.s.quest_deck.pop(0)]
        self.s.cards.clear()
        for seat, ids in enumerate(lines):
            deck = self.s.players[seat].deck
            self.s.players[seat] = Player(threat=20, deck=deck)
            for id in ids:
                self.hero(seat, id)
        self.s.phase, self.s.round, self.s.step = "planning", 1, "window"
        self.decisions: list[Decision] = []

    # -- laying out

    def free(self, id: str, seat: int = 0) -> int:
        """A copy of the card that is not on the table, or out of a pile."""
        used = {card for zone in zones(self.s) for card in zone}
        for card in copies(id, seat):
            if card not in used:
                return card
        for card in copies(id, seat):
            for pile in (self.s.encounter_deck, self.s.encounter_discard, self.s.aside, self.s.players[seat].deck):
                if card in pile:
                    pile.remove(card)
                    return card
        raise LookupError(f"no copy of {id} is left")

    def hero(self, seat: int, id: str) -> int:
        card = self.free(id, seat)
        self.s.cards[card] = InPlay(seat=seat)
        self.s.players[seat].heroes.append(card)
        return card

    def give(self, seat: int, id: str) -> int:
        """A card in a player's hand."""
        card = self.free(id, seat)
        self.s.players[seat].hand.append(card)
        return card

    def ally(self, seat: int, id: str) -> int:
        """An ally in play."""
        card = self.free(id, seat)
        self.s.cards[card] = InPlay(seat=seat)
        self.s.players[seat].allies.append(card)
        return card

    def attach(self, host: int, id: str, seat: int = 0) -> int:
        """An attachment on a card in play."""
        card = self.free(id, seat)
        self.s.cards[card] = InPlay(seat=controller_of_attachment(self.s, seat, card, host), host=host)
        self.s.cards[host].attachments.append(card)
        return card

    def discarded(self, seat: int, id: str) -> int:
        """A card in a player's discard pile."""
        card = self.free(id, seat)
        self.s.players[seat].discard.append(card)
        return card

    def stage(self, id: str) -> int:
        """An encounter card in the staging area."""
        card = self.free(id)
        enter_staging(self.s, card)
        return card

    def engaged(self, seat: int, id: str) -> int:
        """An enemy engaged with a player."""
        card = self.stage(id)
        self.s.staging.remove(card)
        self.s.cards[card].seat = seat
        self.s.players[seat].engaged.append(card)
        return card

    def activate(self, id: str) -> int:
        """An active location."""
        card = self.stage(id)
        self.s.staging.remove(card)
        self.s.active.append(card)
        return card

    def on_top(self, *ids: str) -> list[int]:
        """Encounter cards on top of their deck, the first topmost."""
        cards = [self.free(id) for id in ids]
        self.s.encounter_deck += reversed(cards)
        return cards

    def at_stage(self, id: str) -> None:
        """The quest stands at that stage."""
        self.s.quest_deck += self.s.quest
        self.s.quest_deck.sort()
        card = copies(id)[0]
        self.s.quest_deck = [one for one in self.s.quest_deck if one > card]
        self.s.quest = [card]

    def rich(self, *heroes: int, amount: int = 5) -> None:
        """Heroes with resources; without any named, all."""
        for hero in heroes or [card for card in self.s.cards if ENTRIES[card].type == "hero"]:
            self.s.cards[hero].resources = amount

    def commit(self, *cards: int) -> None:
        """Characters committed to the quest in the quest phase."""
        self.s.phase, self.s.questing = "quest", True
        for card in cards:
            self.s.cards[card].committed = self.s.cards[card].exhausted = True

    # -- playing

    def run(self, flow: Flow[Any], *answers: Answer) -> Any:
        """Run a flow; each open decision takes the next answer, and passes or refuses when there is none."""
        script = list(answers)
        value: Any = None
        try:
            while True:
                decision = flow.send(value)
                assert not isinstance(decision, Together)
                if len(decision.options) == 1:
                    value = decision.options[0]
                    continue
                self.decisions.append(decision)
                value = pick(decision, script.pop(0)) if script else idle(decision)
        except StopIteration as end:
            assert not script, f"nobody asked for {script}"
            return end.value

    def step(self, name: str, *answers: Answer) -> None:
        """Run one step of the round."""
        self.s.step = name
        with suppress(StepEnded):
            self.run(GAME.flows[name](self.s), *answers)

    def until(self, name: str, *answers: Answer) -> None:
        """Run steps from the present one until the named one would begin."""

        def steps() -> Flow[None]:
            while self.s.step != name:
                with suppress(StepEnded):
                    yield from GAME.flows[self.s.step](self.s)

        self.run(steps(), *answers)

    def options(self, seat: int) -> list[str]:
        """The ids of the cards a player could use or play as an action now."""
        return [ENTRIES[option[1]].id for option in actions(self.s, seat)]

    def use(self, seat: int, card: int, *answers: Answer) -> None:
        """Take the action of a card in play."""
        assert card in ACTIONS
        self._act(seat, ("use", card), *answers)

    def play(self, seat: int, card: int, *answers: Answer) -> None:
        """Play an event as an action, or an ally or attachment in the planning phase."""
        if ENTRIES[card].type == "event":
            self._act(seat, ("play", card), *answers)
            return
        if card not in playable(self.s, seat):
            raise Refused(f"{ENTRIES[card].name} cannot be played")
        self.run(play_card(self.s, seat, card), *answers)

    def _act(self, seat: int, choice: Option, *answers: Answer) -> None:
        if choice not in actions(self.s, seat):
            raise Refused(f"{choice[0]} {ENTRIES[choice[1]].name} is not possible")
        self.run(take_action(self.s, seat, choice), *answers)

    def reveal(self, id: str, *answers: Answer) -> int:
        """Reveal that card from the encounter deck in the staging step."""
        card = self.on_top(id)[0]
        self.s.phase, self.s.staging_step = "quest", True
        self.run(reveal(self.s), *answers)
        self.s.staging_step = False
        return card

    def shadow(self, id: str, enemy: int, *answers: Answer, defender: int = -1) -> Attack:
        """The enemy attacks the player it is engaged with and turns that shadow card up; the attack so far."""
        card = self.free(id)
        attack = Attack(enemy, self.s.cards[enemy].seat, defenders=[defender] if defender >= 0 else [])
        self.s.phase = "combat"
        self.s.attacks.append(attack)
        self.s.cards[enemy].open_shadows.append(card)
        self.run(SHADOWS[card](self.s, card), *answers)
        return attack

    def travel(self, location: int, *answers: Answer) -> None:
        """The players travel."""
        self.run(travel_to(self.s, location), *answers)

    def hurt(self, card: int, n: int, *answers: Answer) -> None:
        """Damage to a card."""
        self.run(deal_damage(self.s, card, n), *answers)

    # -- looking

    def __getitem__(self, card: int) -> InPlay:
        return self.s.cards[card]

    def player(self, seat: int) -> Player:
        return self.s.players[seat]

    def events(self, kind: str) -> list[tuple[Any, ...]]:
        """What the events of that kind told everybody so far."""
        assert self.s.run.events is not None
        return [event.data for event in self.s.run.events if event.kind == kind and event.only is None]

    def kinds(self, cards: list[int]) -> list[str]:
        """The ids of some cards."""
        return [ENTRIES[card].id for card in cards]


def pick(decision: Decision, answer: Answer) -> Option:
    """The option an answer means: its verb, its whole tuple's first int, or the id of a card in it."""
    for option in decision.options:
        parts = [part for part in option[1:] if type(part) is int]
        if answer == option[0] or (type(answer) is int and answer in parts):
            return option
        if option[0] != "player" and any(ENTRIES[part].id == answer for part in parts if part < len(ENTRIES)):
            return option
    raise Refused(f"{decision.kind} offers {decision.options}, not {answer!r}")


def idle(decision: Decision) -> Option:
    """What a player who wants nothing answers."""
    for verb in ("pass", "done", "undefended", "stay", "decline", "none", "keep"):
        for option in decision.options:
            if option[0] == verb:
                return option
    raise Refused(f"{decision.kind} needs an answer: {decision.options}")
