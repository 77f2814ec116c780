"""What the terminal itself says, in the languages that the games speak."""

from engine.core.words import Lang, Words

SPECTATOR = Words("spectator", "widz")
CHOOSE = Words("Your choice (? for help)", "Twój wybór (? – pomoc)")
_COMMANDS = (
    "number or part of a name: choose · 4 7x3: several choices at once · .: the first option · "
    "i NAME or i NUMBER: what is that? · map or map PLACE: the map · log: the story so far · hint: ask a bot · "
    "pp: pass until a choice that matters · u: undo · b: board · {save}c: concede · q: leave",
    "numer lub część nazwy: wybierz · 4 7x3: kilka wyborów naraz · .: pierwsza możliwość · "
    "i NAZWA lub i NUMER: co to jest? · map lub map MIEJSCE: mapa · log: historia partii · hint: co zrobiłby bot · "
    "pp: pasuj aż do ważnego wyboru · u: cofnij · b: plansza · {save}c: poddaj się · q: wyjdź",
)
LOCAL_HELP = Words(_COMMANDS[0].format(save="s [FILE]: save · "), _COMMANDS[1].format(save="s [PLIK]: zapisz · "))
SERVER_HELP = Words(*(line.format(save="") for line in _COMMANDS))
CONFIRM_CONCEDE = Words("Concede the match? (y/n)", "Poddać partię? (t/n)")
YES = ("y", "yes", "t", "tak")
NO = ("n", "no", "nie")
LOOKING_FOR_MATCH = Words("Looking for a match at {server} ...", "Szukam partii na {server} ...")
OPENING_TABLE = Words("Opening a table at {server} ...", "Otwieram stół na {server} ...")
TABLE_OPEN = Words("Your table: {code}. Friends join it with:", "Twój stół: {code}. Znajomi dołączą przez:")
OTHER_GAME = Words("This is a table of {title} ({id}).", "Przy tym stole gra się w {title} ({id}).")
BOT_CHOOSES = Words("{name} is choosing ...", "{name} wybiera ...")
OTHERS_CHOOSE = Words("{names} is choosing ... Ctrl-C leaves.", "{names} wybiera ... Ctrl-C kończy.")
PLAYS = Words("{player} plays {role}.", "{role}: gra {player}.")
IS_AWAY = Words("{player} is away; a bot plays {role}.", "{player} jest poza stołem; {role}: gra bot.")
HAS_LEFT = Words("{player} has left; a bot plays {role}.", "{player} odchodzi od stołu; {role}: gra bot.")
HAS_CONCEDED = Words("{player} has conceded; a bot plays {role}.", "{player} się poddaje; {role}: gra bot.")
IS_GONE = Words(
    "{player} is gone; nobody plays {role} for now.", "{player} znika od stołu; {role}: na razie nikt nie gra."
)
IS_BACK = Words("{player} is back and plays {role}.", "{player} wraca do stołu; {role}: gra {player}.")
CONNECTION_LOST = Words(
    "No answer from the server; trying again. Ctrl-C leaves.", "Serwer milczy; próbuję dalej. Ctrl-C kończy."
)
CHOICE_LOST = Words("The connection was lost; choose again.", "Połączenie zostało zerwane; wybierz ponownie.")
SEAT_HANDED_OVER = Words("A bot plays for you until you come back with:", "Bot gra za ciebie, aż wrócisz przez:")
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
NO_SUCH_CHOICE = Words(
    "There is no choice {line}; type a number ({keys}) or part of an option.",
    "Nie ma wyboru {line}; podaj numer ({keys}) albo część możliwości.",
)
WHICH_CARD = Words(
    "Which card or place? Part of its name, or the number of an option.",
    "Która karta, jakie miejsce? Część nazwy albo numer.",
)
NO_CARD_IN_OPTION = Words("Choice {number} names no card.", "Wybór {number} nie wymienia żadnej karty.")
NO_TEXT = Words("No text.", "Bez tekstu.")
CANNOT_UNDO = Words("Nothing can be undone: {reason}.", "Niczego nie można cofnąć: {reason}.")
SAVED = Words("Saved to {file}.", "Zapisano w {file}.")
NOT_SAVED = Words("Not saved: {reason}.", "Nie zapisano: {reason}.")
ELSEWHERE = Words("{wanted} cannot be written; all is in {file}", "Nie można pisać do {wanted}; wszystko jest w {file}")
RESUME_WITH = Words("Go on with:", "Wrócisz do partii przez:")
WHICH_LEVEL = Words(
    "How strong are the bots: {levels}? (Enter: {default})", "Jak silne boty: {levels}? (Enter: {default})"
)
NO_LEVEL = Words(
    "There is no level {level}; type {levels}, or Enter for {default}.",
    "Nie ma poziomu {level}; wpisz {levels} albo Enter: {default}.",
)
NO_WAY_BACK = Words("There is no match to go back to.", "Nie ma partii, do której można wrócić.")
RECORD_WITH = Words(
    "Fetch its record, to see why it ended so and to replay it:", "Zapis partii, z powodem wyniku i do odtworzenia:"
)
WAY_BACK = Words(
    "You were playing {title}. Go back to it? (Enter: yes; n: no, for good)",
    "Trwa twoja partia: {title}. Wrócić do niej? (Enter: tak; n: nie, już nigdy)",
)
WAY_BACK_WITH = Words(
    "You were playing {title}. Go back to it with:", "Trwa twoja partia: {title}. Wrócisz do niej przez:"
)
REPLAY_WITH = Words("Look at it again with:", "Obejrzysz ją przez:")
CHANGE_PLACES = Words(
    "{name}, press Enter when nobody else looks.", "{name}, naciśnij Enter, gdy nikt inny nie patrzy."
)
EVENTS = Words("What happened", "Co się stało")
MATCH_OVER = Words("The match is over", "Koniec partii")
WINNERS = Words("Won by {names}", "Zwycięstwo: {names}")
NO_WINNER = Words("Nobody wins", "Nikt nie wygrywa")
TOGETHER_WON = Words("The players won", "Gracze wygrali")
TOGETHER_LOST = Words("The players lost", "Gracze przegrali")
SCORE = Words("Score", "Wynik")
REASON = Words("Reason", "Powód")
ROUND = Words("Round {number}", "Runda {number}")
AFTER_CHOICE = Words("after choice {number} of {count}", "po wyborze {number} z {count}")
ONLY_CHOICE = Words("{name}: {option} (the only choice)", "{name}: {option} (jedyny możliwy wybór)")
DECIDES = Words("{name} decides: {prompt}", "{name} decyduje: {prompt}")
VERIFIED = Words(
    "Verified: the seed fits its commitment, and the choices ({count}) lead to the sealed state.",
    "Sprawdzono: ziarno zgadza się z zobowiązaniem, a wybory ({count}) prowadzą do zapisanego stanu.",
)
ALL_VERIFIED = Words(
    "Verified: {count} records, each seed fits its commitment and the choices lead to the sealed state.",
    "Sprawdzono zapisów: {count}; każde ziarno zgadza się z zobowiązaniem, a wybory prowadzą do zapisanego stanu.",
)
_LONGEST_ECHO = 40


def no_such_choice(line: str, keys: str, lang: Lang) -> str:
    """The answer to a line that is no option and no command; a long one is cut."""
    if len(line) > _LONGEST_ECHO:
        line = f"{line[:_LONGEST_ECHO]}…"
    return NO_SUCH_CHOICE.say(lang, line=line, keys=keys)
