"""Words for how a match ended: why, and what its score is made of (p. 22)."""

from collections.abc import Iterator

from engine.core.state import Outcome
from engine.core.words import Lang, Words
from engine.games.lotr.components.box import BY_ID, ENTRIES
from engine.games.lotr.scenarios import ROLES, SIDE
from engine.games.lotr.state import GameState
from engine.games.lotr.steps.victory import (
    MOST_ROUNDS,
    OBJECTIVE,
    SCENARIO,
    THREAT_LIMIT,
    WON,
    group_score,
    progress_score,
    stages_score,
)

REASONS = {
    "quest-completed": Words("the quest is completed", "wyprawa ukończona"),
    "all-players-eliminated": Words("all players are eliminated", "wszyscy gracze wyeliminowani"),
    "prisoner-lost": Words("the prisoner can no longer be rescued", "więźnia nie można już uratować"),
}
_WON = Words("The players won: {how}.", "Gracze wygrali: {how}.")
_HOW = {
    "dont-leave-the-path": Words("{spawn} is defeated at the stage {stage}", "{spawn}: pokonano na etapie {stage}"),
    "ambush-on-the-shore": Words(
        "no enemy is left in play at the stage {stage}", "na etapie {stage} nie ma już w grze wrogów"
    ),
}
"""By stage that is not completed by progress: what wins there."""
_LAST_STAGE = Words("the last stage, {stage}, is completed", "ukończono ostatni etap: {stage}")
_BY_THE_BOOK = Words(
    "The book's score, the lower the better, is {total}: threat {threat}, threat cost of fallen heroes {dead}, "
    "damage on heroes {damage}, less victory points {victory}.",
    "Wynik z instrukcji, im niższy, tym lepszy, to {total}: zagrożenie {threat}, koszt zagrożenia poległych bohaterów "
    "{dead}, obrażenia bohaterów {damage}, minus punkty zwycięstwa {victory}.",
)
_CAMPAIGN = Words("The campaign's scores add up to {total}: {scores}.", "Suma wyników kampanii to {total}: {scores}.")
_SCORE_WON = Words(
    "Score {score}: {won} for a victory, less {book}.", "Punkty {score}: {won} za zwycięstwo minus {book}."
)
_LOST = {
    "all-players-eliminated": Words(
        "The players lost: {why}, and nobody is left.", "Gracze przegrali: {why} i nikt nie pozostał w grze."
    ),
    "prisoner-lost": Words(
        "The players lost: {why}, and with that player the prisoner is lost.",
        "Gracze przegrali: {why}, a z tym graczem przepadł więzień.",
    ),
    "conceded": Words("The players conceded in round {round}.", "Gracze poddali się w rundzie {round}."),
}
_WHY = {
    "threat-limit": Words("{player} has reached threat {limit}", "{player} osiąga zagrożenie {limit}"),
    "no-hero": Words(
        "{player} has lost the last hero, at threat {threat} (the dial of who is out is set to {limit})",
        "{player} traci ostatniego bohatera przy zagrożeniu {threat} (tarcza wyeliminowanego pokazuje {limit})",
    ),
}
"""Why the last player was eliminated, by the cause under which the rules did it."""
_SCORE_LOST = Words("Score {score}: {parts}.", "Punkty {score}: {parts}.")
_PARTS = {
    "scenarios": Words("{n} for scenarios won", "{n} za wygrane scenariusze"),
    "stages": Words("{n} for completed stages", "{n} za ukończone etapy"),
    "progress": Words(
        "{n} for progress {progress} of {goal} at {stage}", "{n} za postęp {progress} z {goal} na etapie {stage}"
    ),
    "objectives": Words("{n} for objectives and the rescue", "{n} za cele i uwolnienie więźnia"),
    "left": Words("{n} for heroes and threat left", "{n} za pozostałych bohaterów i zapas zagrożenia"),
    "rounds": Words("{n} for rounds", "{n} za rundy"),
}
_NOTHING = Words("nothing", "nic")


def explain(s: GameState, outcome: Outcome, lang: Lang) -> str:
    """Who won and why, and what the score is made of."""
    score = outcome.scores[SIDE]
    sentences = _victory(s, score, lang) if outcome.side else (_why_lost(s, outcome, lang), _score_lost(s, score, lang))
    return " ".join(sentences)


def _victory(s: GameState, score: int, lang: Lang) -> Iterator[str]:
    """How the match was won, and the book's score that is taken off."""
    yield _WON.say(lang, how=_how(s, lang))
    book = group_score(s)
    yield _BY_THE_BOOK.say(
        lang,
        total=book.total,
        threat=book.threat,
        dead=book.dead_heroes,
        damage=book.damage,
        victory=book.victory_points,
    )
    if len(s.scores) > 1:
        yield _CAMPAIGN.say(lang, total=sum(s.scores), scores=" + ".join(map(str, s.scores)))
    yield _SCORE_WON.say(lang, score=score, won=WON, book=sum(s.scores))


def _how(s: GameState, lang: Lang) -> str:
    """What won the last scenario: its last stage was completed, or what the stage asks for instead was done."""
    if s.quest:
        stage = ENTRIES[s.quest[0]]
        return _HOW[stage.id].say(lang, stage=stage.called(lang), spawn=BY_ID["ungoliants-spawn"].called(lang))
    completed = next(ENTRIES[card] for card in reversed(s.removed) if ENTRIES[card].type == "quest")
    return _LAST_STAGE.say(lang, stage=completed.called(lang))


def _why_lost(s: GameState, outcome: Outcome, lang: Lang) -> str:
    """Why the match was lost; the last player's threat dial shows the limit even if that is not why he is out."""
    why = ""
    if s.run.end_cause is not None:
        cause, seat, *threat = s.run.end_cause
        player = ROLES[seat].name.say(lang)
        why = _WHY[cause].say(lang, player=player, limit=THREAT_LIMIT, threat=sum(threat))
    return _LOST[outcome.reason].say(lang, why=why, round=s.round)


def _score_lost(s: GameState, score: int, lang: Lang) -> str:
    """What a lost match scores for. It was counted before the last player's cards were discarded, so that some of it
    is only seen in the score: an objective outweighs everything below it together."""
    counted = {"scenarios": SCENARIO * len(s.scores), "stages": stages_score(s), "progress": progress_score(s)}
    objectives, survival = divmod(score - sum(counted.values()), OBJECTIVE)
    rounds = min(s.round, MOST_ROUNDS)
    counted |= {"objectives": OBJECTIVE * objectives, "left": survival - rounds, "rounds": rounds}
    stages = [ENTRIES[card] for card in s.quest]
    goal, stage = sum(one.quest_points for one in stages), ", ".join(one.called(lang) for one in stages)
    parts = [
        _PARTS[part].say(lang, n=n, progress=s.progress, goal=goal, stage=stage) for part, n in counted.items() if n
    ]
    return _SCORE_LOST.say(lang, score=score, parts=", ".join(parts) or _NOTHING.say(lang))
