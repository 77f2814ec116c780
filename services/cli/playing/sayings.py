"""What the terminal says of maps, lookups and answers, in the languages that the games speak."""

from engine.core.words import Words

NO_SUCH_NAME = Words("Nothing has {name} in its name.", "Nic nie ma w nazwie: {name}.")
MANY_NAMES = Words("Many have it in their names: {names}", "Wiele nazw pasuje: {names}")
PLACE = Words("place", "miejsce")
TRACK = Words("track", "tor")
CARDS = Words("cards {n}", "karty {n}")
REGION = Words("{name} (region), places: {places}", "{name} (kraina), miejsca: {places}")
GROUP = Words("{name} ({kind}), cards: {cards}", "{name} ({kind}), karty: {cards}")
LIES_THERE = Words("There", "Na miejscu")
NEIGHBOURS = Words("Ways lead to", "Drogi prowadzą do")
ROUTE = Words("The way from {start}", "Droga z miejsca {start}")
NO_MAP = Words("This game has no map.", "Ta gra nie ma mapy.")
MAP_LEGEND = Words(
    "○ place   ● something there   ◆ you   · way; `map PLACE` draws what is around a place",
    "○ miejsce   ● ktoś lub coś   ◆ ty   · droga; `map MIEJSCE` rysuje okolicę",
)
SEVERAL_FIT = Words(
    "Several options fit; type more, or a number:", "Pasuje kilka możliwości; napisz więcej albo podaj numer:"
)
REST_NOT_CHOSEN = Words(
    "Answers that did not fit what was asked next were left out: {rest}.",
    "Pominięto odpowiedzi, które nie pasują do następnego pytania: {rest}.",
)
FOLDED = Words("{title} ({count}): type part of a name, or {keys}", "{title} ({count}): część nazwy albo {keys}")
HINT = Words("A bot would choose {key}  {label}", "Bot wybrałby {key}  {label}")
HINT_CHANCE = Words("   {key}  {label}: wins {percent}%", "   {key}  {label}: wygrywa {percent}%")
NO_HINT = Words(
    "There is nothing to hint at now; in tournaments there are no hints.",
    "Teraz nie ma czego podpowiadać; w turniejach nie ma podpowiedzi.",
)
PASSING_ON = Words("Passing until a choice that matters.", "Pasuję aż do wyboru, który coś znaczy.")
NO_WINDOWS = Words(
    "This is no window of actions; only those can be passed on and on.",
    "To nie jest okno akcji; tylko takie można pomijać do odwołania.",
)
NOTHING_YET = Words("Nothing has happened yet.", "Jeszcze nic się nie stało.")
SINCE_YOU_LEFT = Words("Since you left:", "Od twojego odejścia:")
NO_SAVING = Words(
    "A match on a server is kept there; there is nothing to save.", "Partię przechowuje serwer; nie ma czego zapisywać."
)
OVER = Words(
    "The match is over. log: its story · s: keep its record · q: leave",
    "Koniec partii. log: jej przebieg · s: zachowaj zapis · q: wyjdź",
)
ONE_UNDO = Words(
    "u takes back one choice; type it again for the one before.",
    "u cofa jeden wybór; wpisz ponownie, aby cofnąć poprzedni.",
)
TYPED_BEFORE = Words(
    "{line} was typed before this was asked; it chose nothing.", "{line}: wpisano przed tym pytaniem, nic nie wybrano."
)
NOT_NOW = Words("There is nothing to decide now.", "Teraz nie ma o czym decydować.")
PRACTICE = Words(
    "This match is practice now: you know what would come.", "To odtąd partia ćwiczebna: wiesz, co miało nadejść."
)
