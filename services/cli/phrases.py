"""What the terminal itself says, in the languages the games speak."""

from engine.core.words import Words

SPECTATOR = Words("spectator", "widz")
CHOOSE = Words("Your choice (? for help)", "Twój wybór (? – pomoc)")
HELP = Words(
    "number: choose · i NAME: read a card · u: undo · b: board · s [FILE]: save · c: concede · q: quit",
    "numer: wybierz · i NAZWA: przeczytaj kartę · u: cofnij · b: plansza · s [PLIK]: zapisz · c: poddaj się · q: wyjdź",
)
HELP_ON_SERVER = Words(
    "number: choose · i NAME: read a card · u: undo · b: board · c: concede · q: leave, a bot plays on",
    "numer: wybierz · i NAZWA: przeczytaj kartę · u: cofnij · b: plansza · c: poddaj się · q: wyjdź, zagra bot",
)
WAITING = Words("Waiting for a table at {server} ...", "Czekam na stół na {server} ...")
SEATED = Words("Match {match}, seat {seat}", "Partia {match}, miejsce {seat}")
TABLE = Words(
    "Your table: {code}. Friends join it with --join {code}", "Twój stół: {code}. Znajomi dołączą z --join {code}"
)
OTHERS = Words("Waiting for {names} ...", "Czekam: {names} ...")
REFUSED = Words("The server refuses: {reason}", "Serwer odmawia: {reason}")
SEED_FITS = Words(
    "The seed {seed} fits the commitment {commitment}.", "Ziarno {seed} zgadza się z zobowiązaniem {commitment}."
)
SEED_DIFFERS = Words(
    "The seed {seed} does NOT fit the commitment {commitment}.",
    "Ziarno {seed} NIE zgadza się z zobowiązaniem {commitment}.",
)
NO_SUCH_CHOICE = Words("There is no choice {given}; choose 1 to {most}.", "Nie ma wyboru {given}; wybierz 1 do {most}.")
NO_SUCH_CARD = Words("No card has {given} in its name.", "Żadna karta nie ma w nazwie: {given}.")
NO_TEXT = Words("no text", "bez tekstu")
NO_UNDO = Words(
    "That choice stands: {reason}.", "Tego wyboru nie można cofnąć: ktoś już wybrał, rozstrzygnął los albo coś odkryto."
)
SAVED = Words("Saved to {file}.", "Zapisano w {file}.")
NOT_SAVED = Words("Not saved: {reason}.", "Nie zapisano: {reason}.")
PASS_ON = Words("{name}, press Enter when nobody else looks.", "{name}, naciśnij Enter, gdy nikt inny nie patrzy.")
HAPPENED = Words("What happened", "Co się stało")
OVER = Words("The match is over", "Koniec partii")
WINNERS = Words("Won by {names}", "Wygrywają: {names}")
NOBODY = Words("Nobody wins", "Nikt nie wygrywa")
SCORE = Words("Score", "Wynik")
REASON = Words("Reason", "Powód")
MOMENT = Words("after choice {moment} of {all}", "po wyborze {moment} z {all}")
WAITS = Words("{name} decides: {what}", "{name} decyduje: {what}")
VERIFIED = Words(
    "Verified: the seed fits its commitment, and {all} choices lead to the sealed state.",
    "Sprawdzono: ziarno zgadza się z zobowiązaniem, a {all} wyborów prowadzi do zapisanego stanu.",
)
