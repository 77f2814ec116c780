"""What tables of tournaments say, in the languages that the games speak."""

from engine.core.words import Lang, Words
from services.api import tournaments_pb2 as pb
from services.competition.events import DIRECTOR

STATES = {
    pb.TOURNAMENT_STATE_OPEN: Words("open", "zapisy otwarte"),
    pb.TOURNAMENT_STATE_RUNNING: Words("running", "trwa"),
    pb.TOURNAMENT_STATE_PAUSED: Words("paused", "wstrzymany"),
    pb.TOURNAMENT_STATE_FINISHED: Words("finished", "zakończony"),
    pb.TOURNAMENT_STATE_CANCELLED: Words("cancelled", "odwołany"),
}
KINDS = {
    pb.ENTRANT_KIND_PERSON: Words("person", "człowiek"),
    pb.ENTRANT_KIND_BOT: Words("bot", "bot"),
    pb.ENTRANT_KIND_TEAM: Words("team", "drużyna"),
}
FORMATS = {
    "swiss": Words("swiss", "szwajcarski"),
    "round_robin": Words("round robin", "każdy z każdym"),
    "elimination": Words("elimination", "pucharowy"),
    "arena": Words("arena", "arena"),
    "pods": Words("pods", "stoliki"),
    "duplicate": Words("duplicate", "duplikat"),
    "score": Words("score", "konkurs na wynik"),
}
"""By the name of the field of a stage."""
TIE_BREAKS = {
    "direct-encounter": Words("direct-encounter", "bezpośrednie spotkanie"),
    "buchholz": Words("buchholz", "Buchholz"),
    "buchholz-cut-1": Words("buchholz-cut-1", "Buchholz bez najsłabszego"),
    "median-buchholz": Words("median-buchholz", "średni Buchholz"),
    "sonneborn-berger": Words("sonneborn-berger", "Sonneborn-Berger"),
    "wins": Words("wins", "zwycięstwa"),
    "progressive": Words("progressive", "progres"),
    "performance": Words("performance", "ranking turniejowy"),
    "score": Words("score", "wynik"),
}
"""In English as plans name them; the score is that of formats which count it."""
THEN = Words(", then ", ", potem ")
YES, NO = Words("yes", "tak"), Words("no", "nie")

ID, NAME, FORMAT, GAME, STATE = (
    Words("id", "id"),
    Words("name", "nazwa"),
    Words("format", "format"),
    Words("game", "gra"),
    Words("state", "stan"),
)
ENTRANTS, STARTS = Words("entrants", "uczestnicy"), Words("starts", "początek")
ABOUT, PRIZES, HOST, RATED = (
    Words("about", "opis"),
    Words("prizes", "nagrody"),
    Words("host", "organizator"),
    Words("rated", "rankingowy"),
)
WHO_MAY_ENTER = Words("who may enter", "kto może grać")
EVERYBODY, NO_PEOPLE = Words("everybody", "każdy"), Words("no people", "bez ludzi")
INVITED, KNOWS_PASSWORD = (
    Words("only who is invited", "tylko zaproszeni"),
    Words("who knows the password", "kto zna hasło"),
)
LEAST_RATING, MOST_RATING = (
    Words("ratings from {rating:g}", "ranking od {rating:g}"),
    Words("ratings to {rating:g}", "ranking do {rating:g}"),
)
MOST, TEAMS = Words("at most {count}", "najwyżej {count}"), Words("teams of {count}", "drużyny po {count}")
BOTS = {
    "ours": Words("bots of this server", "boty tego serwera"),
    "any": Words("bots of this server and of people", "boty tego serwera i graczy"),
}
CHECK_IN = Words(
    "check-in {minutes:g} minutes before the start", "potwierdzanie obecności: {minutes:g} min przed startem"
)
STAGE_AND_ROUND, ROUND_OF = Words("stage, round", "etap, runda"), Words("{round} of {rounds}", "{round} z {rounds}")
OPEN_TABLES = Words("tables without a result", "stoły bez wyniku")
COMMITMENT, SECRET = Words("commitment", "zobowiązanie"), Words("secret", "tajemnica")
NUMBER, KIND, RATING = Words("number", "numer"), Words("kind", "rodzaj"), Words("rating", "ranking")
BANNED, WITHDRAWN = Words("banned", "wykluczenie"), Words("withdrawn", "wycofanie")
CHECKED_IN, ENTERED = Words("checked in", "na miejscu"), Words("entered", "zgłoszenie")
WAITS_FOR = Words("waits for {names}", "czeka na zgodę: {names}")

ROUND = Words("stage {stage}, round {round}", "etap {stage}, runda {round}")
TABLE, RESULT = Words("table", "stół"), Words("result", "wynik")
BYES = Words("byes: {names}", "wolny los: {names}")
NOT_BEGUN = Words(
    "The round has not begun; its host begins it with `tournament begin`, unless it has a time of its own.",
    "Runda się jeszcze nie zaczęła; organizator zaczyna ją przez `tournament begin`, chyba że ma swoją porę.",
)
FORFEITS = Words("{name} forfeits", "walkower, przegrywa {name}")
SITS_IN = Words("a bot sits in for {name}", "za uczestnika {name} gra bot")
ADJUDICATED = Words("adjudicated", "wynik ustalony przez sędziego")
NO_RESULT = Words("a match gives no result", "partia bez wyniku")

STANDINGS = Words("standings: {when}", "klasyfikacja: {when}")
FINAL = Words("final", "końcowa")
AFTER_ROUND = Words("stage {stage}, after round {round}", "etap {stage}, po rundzie {round}")
UNDER_WAY = Words("stage {stage}, at this moment", "etap {stage}, w tej chwili")
BY_SEEDS = Words(
    "stage {stage}, by seeds, before the first round ended",
    "etap {stage}, według rozstawienia, przed końcem pierwszej rundy",
)
RANK, ENTRANT, POINTS = Words("rank", "miejsce"), Words("entrant", "uczestnik"), Words("points", "punkty")

NO_TOURNAMENTS = Words("There are no such tournaments.", "Nie ma takich turniejów.")
NO_TABLES = Words(
    "No match waits for you now; `tournament watch` tells when there is one.",
    "Żadna partia teraz na ciebie nie czeka; `tournament watch` powie, gdy się pojawi.",
)
AGAINST, MATCH, SEAT = Words("against", "przeciw"), Words("match", "partia"), Words("seat", "miejsce")
FIRST_CHOICE_BY = Words("first choice by", "pierwszy wybór do")
MY_TABLE = Words(
    "{tournament} stage {stage}, round {round}, table {table}", "{tournament} etap {stage}, runda {round}, stół {table}"
)

VERIFIED = Words(
    "all is well: {events} events, {records} records", "wszystko się zgadza; zdarzenia: {events}, zapisy: {records}"
)

_DIRECTOR = Words(DIRECTOR, "dyrektor")


def actor_of(event: pb.TournamentEvent, lang: Lang) -> str:
    """Who brought an event about: somebody by name, or the director."""
    return _DIRECTOR.say(lang) if event.actor == DIRECTOR else event.actor
