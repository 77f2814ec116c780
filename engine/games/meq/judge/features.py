"""What bots weigh at a decision: where figures stand and would stand, what awaits them there, cards and the fight.

All of it is public, or in the hand of the seat that decides.
"""

from engine.core.features import Features, Key
from engine.core.flow import Decision, Option
from engine.games.meq.components.box import COMBAT, MINION, PLOTS, TOKENS
from engine.games.meq.components.schema import MARKERS
from engine.games.meq.judge.evaluation import NEARNESS, QUEST_PLACE, common_aims, own_aims, plot_worth
from engine.games.meq.layout import DISTANCE, LOC, LOCATIONS
from engine.games.meq.rules.dominance import lead
from engine.games.meq.rules.fights import enemy_damage, hero_strength
from engine.games.meq.rules.locations import has_enemies, is_perilous
from engine.games.meq.rules.plots import PLOT_SLOTS, plot_places
from engine.games.meq.rules.stage import stage
from engine.games.meq.state import SAURON, GameState, Hero

FEATURE_VERSION = 1
MOST = 6
"""Counts above that are taken for this."""
FARTHEST = 4
"""Spaces beyond which all is far."""
CARDS_IN_A_STEP = 3
NEARER = 3
"""In how many steps of a point a better prospect is counted."""


def features(s: GameState, seat: int, decision: Decision) -> Features:
    """What a seat weighs at a decision."""
    if any(not hero.who for hero in s.heroes):
        return Features((), ())
    fight = _fight(s)
    if seat == SAURON:
        board = _Dark(s)
        return Features(board.situation() + fight, [board.of_option(decision.kind, one) for one in decision.options])
    quest = _Light(s, seat - 1)
    return Features(quest.situation() + fight, [quest.of_option(decision.kind, one) for one in decision.options])


def _fight(s: GameState) -> list[Key]:
    """The fight under way, as everybody sees it."""
    c = s.combat
    if c.hero < 0:
        return []
    left = min(c.health - enemy_damage(s), MOST)
    breath = hero_strength(s) - sum([COMBAT[card].cost for card in c.hero_stack])
    return [
        ("enemy", c.enemy),
        ("fight", left, len(c.hand)),
        ("breath", max(-1, min(breath, MOST))),
        ("tired", int(c.hero_exhausted), int(c.enemy_exhausted)),
        ("alive", _alive(s.heroes[c.hero]), left),
        ("last", c.hero_type, c.enemy_type),
        ("finale", int(s.finale)),
    ]


def _alive(hero: Hero) -> int:
    return min((len(hero.life) + len(hero.hand)) // CARDS_IN_A_STEP, MOST)


def _of_combat_card(s: GameState, verb: str, card: int) -> list[Key]:
    """A combat card that would be played, spent or given up."""
    spec = COMBAT[card]
    keys: list[Key] = [
        (verb, "card", spec.attack, spec.defense),
        (verb, "cost", spec.cost),
        (verb, "type", spec.type),
        (verb, "move", spec.move),
    ]
    c = s.combat
    if c.hero >= 0:
        breath = hero_strength(s) - sum([COMBAT[one].cost for one in c.hero_stack]) - spec.cost
        keys += [
            (verb, "breath-left", max(-1, min(breath, FARTHEST))),
            (verb, "kills", int(spec.attack >= c.health - enemy_damage(s)), spec.defense),
            (verb, "after", c.hero_type, c.enemy_type, spec.type),
        ]
    return keys


class _Light:
    """A decision of a hero's seat."""

    def __init__(self, s: GameState, h: int) -> None:
        self.s = s
        self.h = h
        self.hero = s.heroes[h]
        self.aims = common_aims(s) + own_aims(s, self.hero)
        self.here = self._prospect(self.hero.place)

    def _prospect(self, place: int) -> float:
        near = NEARNESS[place]
        return max([worth * near[at] for worth, at in self.aims], default=0.0)

    def situation(self) -> list[Key]:
        """What holds whichever option is chosen."""
        s, hero = self.s, self.hero
        ahead = lead(s)
        return [
            ("hand", min(len(hero.hand), MOST)),
            ("alive", _alive(hero)),
            ("rest", min(len(hero.rest) // CARDS_IN_A_STEP, FARTHEST)),
            ("damage", min(len(hero.damage) // CARDS_IN_A_STEP, FARTHEST)),
            ("alive-damage", _alive(hero), min(len(hero.damage) // CARDS_IN_A_STEP, FARTHEST)),
            ("alive-rest", _alive(hero), min(len(hero.rest) // CARDS_IN_A_STEP, FARTHEST)),
            ("favor", min(hero.favor, MOST)),
            ("corruption", min(len(hero.corruption), FARTHEST)),
            ("haven", int(LOCATIONS[hero.place].haven)),
            ("danger", int(is_perilous(s, self.h, hero.place))),
            ("moves", min(s.turn.moves, FARTHEST), min(len(hero.hand), MOST)),
            ("prospect", round(NEARER * self.here)),
            ("stage", stage(s)),
            ("ahead", (ahead > 0) - (ahead < 0)),
            ("who", hero.who),
        ]

    def of_option(self, kind: str, option: Option) -> list[Key]:
        """What one option touches."""
        match option:
            case (verb, str(where), rest) if where in LOC:
                keys = self._of_place(verb, LOC[where])
                return keys + _of_combat_card(self.s, "spend", rest) if verb == "go" else keys
            case (verb, *_, str(where)) if where in LOC:
                return self._of_place(verb, LOC[where])
            case ("draw", int(count)):
                hand = len(self.hero.hand)
                return [("holds", min(hand + count, MOST + FARTHEST)), ("lives", _alive(self.hero), min(count, MOST))]
            case (verb, int(card)) if card in COMBAT:
                return _of_combat_card(self.s, kind if verb != "play" else verb, card)
            case (verb, int(card)) if card in PLOTS:
                return [(verb, "plot", PLOTS[card].advance, min(self.hero.favor, FARTHEST))]
        return []

    def _of_place(self, verb: str, place: int) -> list[Key]:
        """A place that the hero, or something else, would come to."""
        s, hero = self.s, self.hero
        danger = is_perilous(s, self.h, place)
        enemies = has_enemies(s, place)
        gain = round(NEARER * (self._prospect(place) - self.here))
        keys: list[Key] = [
            (verb, "gain", gain),
            (verb, "gain", gain, min(len(hero.hand), MOST)),
            (verb, "danger", int(danger), int(enemies), _alive(hero)),
            (verb, "haven", int(LOCATIONS[place].haven), min(len(hero.damage) // CARDS_IN_A_STEP, FARTHEST)),
            (verb, "influence", min(s.influence[place], FARTHEST)),
            (verb, "favor", min(s.favor[place], FARTHEST)),
        ]
        if any(QUEST_PLACE[card] == place for card in hero.quests):
            keys.append((verb, "quest", int(danger), int(enemies)))
        if place in s.characters:
            keys.append((verb, "character"))
        keys += [
            (verb, "plot", int(hero.favor >= PLOTS[card].favor))
            for card, at in zip(s.plots, s.plot_places, strict=True)
            if at == place
        ]
        keys += [(verb, "minion", minion) for minion, at in MINION.items() if s.minions[at] == place]
        return keys


class _Dark:
    """A decision of Sauron's."""

    def __init__(self, s: GameState) -> None:
        self.s = s
        self.quests = {QUEST_PLACE[card] for hero in s.heroes for card in hero.quests}
        self.wanted = {place for card in s.plot_hand for place in PLOTS[card].affects}

    def situation(self) -> list[Key]:
        """What holds whichever option is chosen."""
        s = self.s
        ahead = lead(s)
        short = [PLOTS[card].influence - s.pool for card in s.plot_hand]
        playable = len(s.plots) < PLOT_SLOTS and any(plot_places(s, card) for card in s.plot_hand)
        tokens, weakest = min(len(s.tokens), FARTHEST), min([_alive(hero) for hero in s.heroes])
        return [
            ("pool", min(s.pool, MOST)),
            ("plots", len(s.plots)),
            ("short", max(-1, min([*short, MOST]))),
            ("playable", int(playable), len(s.plots)),
            ("plot-hand", min(len(s.plot_hand), FARTHEST)),
            ("shadow-hand", min(len(s.shadow_hand), FARTHEST)),
            ("actions", s.actions_left, *s.tracks),
            ("tokens", tokens),
            ("weakest", weakest),
            ("stage", stage(s)),
            ("ahead", (ahead > 0) - (ahead < 0)),
            ("nearest", min([self._to_hero(at) for at in s.minions if at >= 0], default=FARTHEST)),
            ("left", s.influence_left, s.commands_left),
        ]

    def _to_hero(self, place: int) -> int:
        """How far the nearest hero is."""
        return min([FARTHEST, *[DISTANCE[place][hero.place] for hero in self.s.heroes]])

    def of_option(self, kind: str, option: Option) -> list[Key]:
        """What one option touches."""
        match option:
            case (verb, str(where)) if where in LOC:
                return self._of_place(kind, verb, LOC[where])
            case (verb, str(minion), str(where)) if minion in MINION and where in LOC:
                return self._of_march(verb, minion, self.s.minions[MINION[minion]], LOC[where])
            case (verb, int(token), str(where)) if token in TOKENS and where in LOC and token in self.s.tokens:
                at = self.s.token_places[self.s.tokens.index(token)]
                return self._of_march(verb, TOKENS[token].monster or "blank", at, LOC[where])
            case (verb, *_, str(where)) if where in LOC:
                return self._of_place(kind, verb, LOC[where])
            case (verb, int(card)) if card in PLOTS:
                return self._of_plot(verb, card)
            case (verb, int(card)) if card in COMBAT:
                return _of_combat_card(self.s, verb, card)
            case ("marker", str(name)):
                return [("marker-at", self.s.story[MARKERS.index(name)])]
        return []

    def _of_place(self, kind: str, verb: str, place: int) -> list[Key]:
        s = self.s
        near = self._to_hero(place)
        return [
            (kind, verb, "near", near),
            (kind, verb, "influence", min(s.influence[place], FARTHEST), near),
            (kind, verb, "quest", int(place in self.quests), near),
            (kind, verb, "wanted", int(place in self.wanted)),
            (kind, verb, "favor", min(s.favor[place], 2), int(place in s.characters)),
            (kind, verb, "plot", int(place in s.plot_places)),
            (kind, verb, "perilous", int(LOCATIONS[place].perilous), int(LOCATIONS[place].haven)),
        ]

    def _of_march(self, verb: str, who: str, at: int, place: int) -> list[Key]:
        """An enemy that would move."""
        before, after = self._to_hero(at), self._to_hero(place)
        alive = min([_alive(hero) for hero in self.s.heroes if hero.place == place], default=-1)
        return [
            (verb, "nearer", before, after),
            (verb, "meets", alive),
            (verb, "meets", who, alive),
            (verb, "wanted", int(at in self.wanted), int(place in self.wanted)),
            (verb, "quest", int(place in self.quests)),
            (verb, "plot", int(place in self.s.plot_places)),
        ]

    def _of_plot(self, verb: str, card: int) -> list[Key]:
        s, plot = self.s, PLOTS[card]
        lacking = max(-1, min(plot.influence - s.pool, MOST))
        return [
            (verb, "advance", plot.advance),
            (verb, "advance", plot.advance, MARKERS[plot.marker]),
            (verb, "marker", s.story[plot.marker] // CARDS_IN_A_STEP),
            (verb, "lacking", lacking),
            (verb, "worth", round(NEARER * plot_worth(s, card))),
        ]
