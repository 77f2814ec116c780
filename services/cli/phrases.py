"""What the terminal itself says, in the languages the games speak."""

from engine.core.words import Lang, Words

SPECTATOR = Words("spectator", "widz")
CHOOSE = Words("Your choice (? for help)", "Twój wybór (? – pomoc)")
HELP = Words(
    "number: choose · i NAME or i NUMBER: read a card · u: undo · b: board · s [FILE]: save · c: concede · q: leave",
    "numer: wybierz · i NAZWA lub i NUMER: przeczytaj kartę · u: cofnij · b: plansza · s [PLIK]: zapisz · "
    "c: poddaj się · q: wyjdź",
)
SERVER_HELP = Words(
    "number: choose · i NAME or i NUMBER: read a card · u: undo · b: board · c: concede · q: leave",
    "numer: wybierz · i NAZWA lub i NUMER: przeczytaj kartę · u: cofnij · b: plansza · c: poddaj się · q: wyjdź",
)
GIVE_UP = Words("Give up the match? (y/n)", "Poddać partię? (t/n)")
YES = ("y", "yes", "t", "tak")
WAITING = Words("Looking for a table at {server} ...", "Szukam stołu na {server} ...")
THINKS = Words("{name} is choosing ...", "{name} wybiera ...")
WAITS_FOR = Words("{name} is choosing ... Ctrl-C leaves.", "{name} wybiera ... Ctrl-C kończy.")
OTHER_GAME = Words("This is a table of {title} ({id}).", "Przy tym stole gra się w {title} ({id}).")
PLAYS = Words("{who} plays {role}.", "{role}: gra {who}.")
IS_AWAY = Words("{who} is away; a bot plays {role}.", "{who} jest poza stołem; {role}: gra bot.")
HAS_LEFT = Words("{who} has left; a bot plays {role}.", "{who} odchodzi od stołu; {role}: gra bot.")
GAVE_UP = Words("{who} has given up; a bot plays {role}.", "{who} się poddaje; {role}: gra bot.")
IS_BACK = Words("{who} is back and plays {role}.", "{who} wraca do stołu; {role}: gra {who}.")
LOST = Words("No answer from the server; trying again. Ctrl-C leaves.", "Serwer milczy; próbuję dalej. Ctrl-C kończy.")
CHOICE_LOST = Words("The connection was lost; choose again.", "Połączenie zostało zerwane; wybierz ponownie.")
OPENING = Words("Opening a table at {server} ...", "Otwieram stół na {server} ...")
TABLE = Words("Your table: {code}. Friends join it with:", "Twój stół: {code}. Znajomi dołączą przez:")
SEAT_HANDED = Words("A bot plays for you until you come back with:", "Bot gra za ciebie, aż wrócisz przez:")
SEAT_WAITS = Words(
    "The match waits for you. Come back to your seat with:", "Partia czeka na ciebie. Wrócisz do niej przez:"
)
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
WHICH_CARD = Words("Which card? Part of its name, or the number of an option.", "Która karta? Część nazwy albo numer.")
NO_CARD_THERE = Words("Choice {given} names no card.", "Wybór {given} nie wymienia żadnej karty.")
NO_TEXT = Words("no text", "bez tekstu")
NO_UNDO = Words(
    "Nothing can be taken back: {reason}.",
    "Niczego nie można cofnąć: nikt nie wybierał, wybrał ktoś inny, rozstrzygnął los albo coś odkryto.",
)
SAVED = Words("Saved to {file}.", "Zapisano w {file}.")
GO_ON = Words("Go on with:", "Wrócisz do partii przez:")
LOOK_BACK = Words("Look at it again with:", "Obejrzysz ją przez:")
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
    "Verified: the seed fits its commitment, and the choices ({all}) lead to the sealed state.",
    "Sprawdzono: ziarno zgadza się z zobowiązaniem, a wybory ({all}) prowadzą do zapisanego stanu.",
)
ALL_VERIFIED = Words(
    "Verified: {all} records, each seed fits its commitment and the choices lead to the sealed state.",
    "Sprawdzono zapisów: {all}; każde ziarno zgadza się z zobowiązaniem, a wybory prowadzą do zapisanego stanu.",
)


def no_such_choice(given: str, most: int, lang: Lang) -> str:
    """What is said to a number that is no option; a long line is cut."""
    return NO_SUCH_CHOICE.say(lang, given=given if len(given) <= 40 else f"{given[:40]}…", most=most)
