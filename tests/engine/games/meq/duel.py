"""A tabletop with a fight: rounds of combat with named cards, against an enemy without an ability of its own."""

from typing import Any

from engine.games.meq.components.box import COMBAT
from engine.games.meq.rules.fights import engage, hero_strength
from tests.engine.games.meq.tabletop import Tabletop

PLAIN = "black-serpent"


class Duel(Tabletop):
    """A hero in a fight, with as much strength as he wants."""

    def __init__(
        self, hero: str = "beravor", enemy: str = PLAIN, cause: str = "ambush", place: str = "near-harad"
    ) -> None:
        super().__init__(hero)
        self.at(place)
        if enemy == PLAIN:
            self.s.minions[0] = self.hero.place
        engage(self.s, 0, enemy, cause)
        self.strong(30)
        self.s.step = "clash"

    def strong(self, strength: int) -> None:
        """Give the hero so much strength to spend."""
        self.s.combat.strength_bonus += strength - hero_strength(self.s)

    def hold(self, key: str) -> int:
        """Put a combat card of that name into the hero's hand, wherever it comes from."""
        for zone in (self.hero.life, self.s.skill_deck, self.s.box):
            for card in zone:
                if card in COMBAT and COMBAT[card].key == key:
                    zone.remove(card)
                    self.hero.hand.append(card)
                    return card
        raise AssertionError(f"no hero card {key}")

    def arm(self, key: str) -> int:
        """Put a monster combat card of that name into Sauron's combat hand."""
        for deck in self.s.combat_decks:
            for card in deck:
                if COMBAT[card].key == key:
                    deck.remove(card)
                    self.s.combat.hand.append(card)
                    return card
        raise AssertionError(f"no monster card {key}")

    @property
    def enemy_damage(self) -> int:
        """The damage on the enemy."""
        return self.s.combat.damage + self.s.minion_damage[0]

    def round(self, mine: str, theirs: str, *answers: Any) -> tuple[int, int]:
        """Fight a round; tells the damage dealt to the hero and to the enemy. "" plays no card."""
        before = len(self.hero.damage), self.enemy_damage
        declarations: list[Any] = []
        if not self.s.combat.hero_exhausted:
            if mine:
                card = self.hold(mine)
                declarations.append(("fight",))
            else:
                declarations.append(("exhaust",))
        if not self.s.combat.enemy_exhausted:
            if theirs:
                enemy_card = self.arm(theirs)
                declarations.append(("fight",))
            else:
                declarations.append(("exhaust",))
        cards = [("play", card)] if mine else []
        cards += [("play", enemy_card)] if theirs else []
        if self.s.combat.hero_next == "anticipate" and len(cards) == 2:
            cards.reverse()
        self.step(*declarations, *cards, *answers)
        return len(self.hero.damage) - before[0], self.enemy_damage - before[1]
