"""Words for how a match ended: why, where the story stood, and how the scores came about (p. 33, p. 34)."""

from collections.abc import Iterator

from engine.core.state import Outcome
from engine.core.words import Lang, Words
from engine.games.meq.cards.registry import MISSION_GOALS
from engine.games.meq.components.box import HEROES
from engine.games.meq.components.schema import MARKERS
from engine.games.meq.rules.dominance import hero_distance, lead, sauron_distance
from engine.games.meq.rules.fights import enemy_damage
from engine.games.meq.rules.story import FINALE
from engine.games.meq.state import GameState
from engine.games.meq.steps.victory import VICTORY_POINTS, scores
from engine.games.meq.words.names import CARD_NAMES
from engine.games.meq.words.terms import TERMS

REASONS = {
    "mission": Words("the mission is fulfilled", "misja wypełniona"),
    "ringwraiths-defeated": Words(
        "the Ringwraiths fall in the last combat", "Upiory Pierścienia padają w ostatniej walce"
    ),
    "champion-failed": Words(
        "the Ringwraiths withstand the heroes' champion", "Upiory Pierścienia opierają się przedstawicielowi bohaterów"
    ),
}
_SIDES = {"heroes": Words("The heroes", "Bohaterowie"), "sauron": Words("Sauron", "Sauron")}
_WON = Words("{side} won: {why}.", "{side}: zwycięstwo; {why}.")
_WHY = {
    "dominant": Words(
        "the side was dominant when the Finale began, and its mission {mission} was fulfilled",
        "strona dominowała na początku Finału i wypełniła misję {mission}",
    ),
    "only": Words(
        "nobody was dominant when the Finale began, and only its mission {mission} was fulfilled",
        "nikt nie dominował na początku Finału i tylko ta strona wypełniła misję {mission}",
    ),
    "ringwraiths-defeated": Words(
        "no mission decided the Finale, and {champion} defeated the Ringwraiths in the last combat: {damage} damage "
        "for their health of {health}",
        "żadna misja nie rozstrzygnęła Finału, a {champion} pokonuje Upiory Pierścienia w ostatniej walce "
        "(rany {damage}, zdrowotność {health})",
    ),
    "champion-failed": Words(
        "no mission decided the Finale, and the Ringwraiths withstood {champion} in the last combat: {damage} damage "
        "for their health of {health}",
        "żadna misja nie rozstrzygnęła Finału, a Upiory Pierścienia opierają się w ostatniej walce "
        "(bohater {champion}, rany {damage}, zdrowotność {health})",
    ),
    "conceded": Words("the other side conceded in round {round}", "druga strona poddała się w rundzie {round}"),
}
_MISSION = Words("{name} ({terms}: {stands})", "{name} ({terms}: {stands})")
_STORY = Words(
    "On the Story Track, which ends at {finale}: {markers}.",
    "Na Szlaku Opowieści, który kończy się na {finale}: {markers}.",
)
_SCORE = Words("{side} {total}: {parts}.", "{side} {total}: {parts}.")
_SPACES = {
    "heroes": Words("spaces advanced {n}", "przebyte pola {n}"),
    "sauron": Words("spaces advanced by the nearest way {n}", "przebyte pola najbliższą drogą {n}"),
}
_LAST_COMBAT = {
    "heroes": Words("damage to the Ringwraiths {n}", "rany Upiorów Pierścienia {n}"),
    "sauron": Words("health left to the Ringwraiths {n}", "pozostała zdrowotność Upiorów Pierścienia {n}"),
}
_VICTORY = Words("victory {n}", "zwycięstwo {n}")


def explain(s: GameState, outcome: Outcome, lang: Lang) -> str:
    """Who won and why, where the markers stand, and what each side scored for."""
    why = _why(s, outcome, lang)
    won = _WON.say(lang, side=_named_side(s, outcome.side, lang), why=why)
    markers = ", ".join(f"{TERMS[name].say(lang)} {at}" for name, at in zip(MARKERS, s.story, strict=True))
    story = _STORY.say(lang, finale=FINALE, markers=markers)
    return " ".join([won, story, *(_score(s, outcome, side, lang) for side in _SIDES)])


def _named_side(s: GameState, side: str, lang: Lang) -> str:
    """A side, the heroes by their names."""
    names = ", ".join(HEROES[hero.who].name for hero in s.heroes if hero.who)
    said = _SIDES[side].say(lang)
    return f"{said} ({names})" if side == "heroes" and names else said


def _why(s: GameState, outcome: Outcome, lang: Lang) -> str:
    if outcome.reason == "mission":
        card = (s.hero_mission if outcome.side == "heroes" else s.sauron_mission)[0]
        return _WHY["dominant" if lead(s) else "only"].say(lang, mission=_mission(s, card, lang))
    if outcome.reason == "conceded":
        return _WHY["conceded"].say(lang, round=s.round)
    champion = HEROES[s.heroes[s.combat.hero].who].name
    return _WHY[outcome.reason].say(lang, champion=champion, damage=enemy_damage(s), health=max(0, s.combat.health))


def _mission(s: GameState, card: int, lang: Lang) -> str:
    """A mission with its terms, and how they stand."""
    goal = MISSION_GOALS[card]
    return _MISSION.say(
        lang, name=CARD_NAMES[card].say(lang), terms=goal.words.say(lang), stands=goal.stands(s).say(lang)
    )


def _score(s: GameState, outcome: Outcome, side: str, lang: Lang) -> str:
    """What a side scored for."""
    parts = ", ".join(words.say(lang, n=n) for words, n in _parts(s, outcome, side))
    return _SCORE.say(lang, side=_SIDES[side].say(lang), total=outcome.scores[side], parts=parts)


def _parts(s: GameState, outcome: Outcome, side: str) -> Iterator[tuple[Words, int]]:
    """The parts of a score: spaces advanced, the last combat, the victory."""
    spaces = FINALE - (hero_distance(s) if side == "heroes" else sauron_distance(s))
    standing = scores(s)[side]
    yield _SPACES[side], spaces
    if standing > spaces:
        yield _LAST_COMBAT[side], standing - spaces
    if outcome.scores[side] > standing:
        yield _VICTORY, VICTORY_POINTS
