"""Decisions in words: what is asked, and what for."""

from engine.core.flow import Decision, Option
from engine.core.words import Lang, Words
from engine.games.meq.components.box import KINDS
from engine.games.meq.state import GameState
from engine.games.meq.words.phrases import fill

PROMPTS: dict[str, Words] = {
    "choose": Words("Choose one", "Wybierz jedno"),
    "choose-hero": Words("Choose your hero", "Wybierz bohatera"),
    "influence": Words("Place influence", "Umieść wpływ"),
    "minion-start": Words("Where does the minion enter?", "Gdzie pojawia się sługa?"),
    "marker": Words("Which story marker advances?", "Który znacznik opowieści się przesuwa?"),
    "keep-plot": Words("Which Plot card do you keep?", "Którą kartę Intrygi zatrzymujesz?"),
    "bottom": Words("Put a Plot card under the deck", "Włóż kartę Intrygi pod spód talii"),
    "drop-shadow": Words("Discard a Shadow card", "Odrzuć kartę Cienia"),
    "drop-plot": Words("Discard a Plot card", "Odrzuć kartę Intrygi"),
    "plot": Words("Plot step: play a plot, discard one, or pass", "Krok Intrygi: zagraj, odrzuć lub spasuj"),
    "plot-place": Words("Which location does the plot affect?", "Której lokacji dotyczy Intryga?"),
    "play-now": Words("Play the plot at once?", "Zagrać Intrygę od razu?"),
    "action": Words("Take an action", "Wykonaj akcję"),
    "command": Words("Command a monster or minion", "Wydaj rozkaz potworowi lub słudze"),
    "lair": Words("Where does the monster token go?", "Gdzie trafia żeton potwora?"),
    "shadow": Words("Play a Shadow card?", "Zagrać kartę Cienia?"),
    "attack": Words("Attack the hero", "Zaatakuj bohatera"),
    "draw-more": Words("Draw one more card?", "Dobrać jeszcze jedną kartę?"),
    "peril": Words("Choose a Peril card", "Wybierz kartę Zagrożenia"),
    "uruk-hai": Words("Which monster fights?", "Który potwór walczy?"),
    "nine": Words("Command a minion or draw a Plot card", "Wydaj rozkaz słudze lub dobierz kartę Intrygi"),
    "hero": Words("Choose a hero", "Wybierz bohatera"),
    "pair": Words("Choose two heroes", "Wybierz dwóch bohaterów"),
    "burden": Words("Who bears this Corruption card?", "Kto otrzymuje tę kartę Korupcji?"),
    "corruption": Words("Which Corruption card does the hero receive?", "Którą kartę Korupcji otrzymuje bohater?"),
    "retrieve": Words("Choose a card to take", "Wybierz kartę"),
    "minion": Words("Choose a minion", "Wybierz sługę"),
    "haven": Words("Move the hero to a Haven", "Przenieś bohatera do Przystani"),
    "relocate": Words("Where does the hero go?", "Dokąd trafia bohater?"),
    "character": Words("Choose a character", "Wybierz postać"),
    "character-place": Words("Where does the character go?", "Dokąd trafia postać?"),
    "dismiss": Words("Discard a character or favor", "Odrzuć postać lub przysługę"),
    "draw": Words("How many cards do you draw?", "Ile kart dobierasz?"),
    "rest": Words("Do you rest?", "Czy odpoczywasz?"),
    "purge": Words("Discard a Corruption card", "Odrzuć kartę Korupcji"),
    "consent": Words("Do you accept the fight in this Haven?", "Czy podejmujesz walkę w Przystani?"),
    "travel": Words("Explore, move on, or finish travelling", "Odkrywaj, idź dalej lub zakończ podróż"),
    "trade": Words("What do you give?", "Co dajesz?"),
    "remove": Words("Remove influence and monster tokens", "Usuń wpływ i żetony potworów"),
    "thwart": Words("Discard a plot for 3 favor?", "Odrzucić Intrygę za 3 przysługi?"),
    "discard": Words("Discard a card", "Odrzuć kartę"),
    "shields": Words("Discard shields against the damage", "Odrzuć tarcze przeciw ranom"),
    "wound": Words("Take 1 damage", "Przyjmij 1 ranę"),
    "forfeit": Words("What do you lose?", "Co tracisz?"),
    "train": Words("Which skill do you keep?", "Którą umiejętność zatrzymujesz?"),
    "agility": Words(
        "How many cards do you draw for agility? (the rest of it is strength)",
        "Ile kart dobierasz za zręczność? (reszta to siła)",
    ),
    "exhaust": Words("Do you fight on?", "Czy walczysz dalej?"),
    "combat": Words("Choose a combat card", "Wybierz kartę walki"),
    "declare": Words("Name a type of card", "Wybierz typ karty"),
    "plan": Words("Which card returns to hand?", "Która karta wraca na rękę?"),
    "breathe": Words("Where do you draw from?", "Skąd dobierasz?"),
    "retreat": Words("Do you retreat?", "Czy się wycofujesz?"),
    "champion": Words("Who fights the Ringwraiths?", "Kto walczy z Upiorami Pierścienia?"),
}


_INFLUENCE_LEFT = Words("Place influence ({n} left)", "Umieść wpływ (pozostało {n})")


def prompt(s: GameState, decision: Decision, lang: Lang) -> str:
    """What a decision asks, and of influence how much is left."""
    if decision.kind == "influence" and s.influence_left:
        return _INFLUENCE_LEFT.say(lang, n=s.influence_left)
    return PROMPTS[decision.kind].say(lang)


_COMBAT_CARD = Words("Combat card {0}", "Karta walki {0}")
_TEXTS: dict[str, Words] = {
    "shadow": Words("Shadow card {0}", "Karta Cienia {0}"),
    **dict.fromkeys(("plot", "starting-plot"), Words("Plot {0}", "Intryga {0}")),
    "event": Words("Event {0}", "Wydarzenie {0}"),
    "encounter": Words("Encounter {0}", "Spotkanie {0}"),
    "peril": Words("Peril {0}", "Zagrożenie {0}"),
    "quest": Words("Quest {0}", "Wyprawa {0}"),
    "corruption": Words("Corruption {0}", "Korupcja {0}"),
    **dict.fromkeys(("hero-card", "skill", "monster-card"), _COMBAT_CARD),
}
"""What a decision is for that the text of a card asks for, by the kind of the card."""
CAUSES: dict[str, tuple[Words, str]] = {
    "character": (Words("Consulting {0}", "Konsultacja z postacią {0}"), "k"),
    "ability": (Words("Ability of the enemy {0}", "Zdolność wroga {0}"), "e"),
    "fight": (Words("Fight with {0}", "Walka, {0}"), "e"),
    "undefeated": (Words("Undefeated enemy {0}", "Niepokonany wróg {0}"), "e"),
    "travel": (Words("Way to {0}", "Droga do {0}"), "p"),
    "peril": (Words("Peril of {0} in {1}", "Zagrożenie bohatera {0}, {1}"), "hp"),
    "trade": (Words("Trade of {0} and {1}", "Wymiana, {0} i {1}"), "hh"),
    "rest": (Words("{0} rests", "{0} odpoczywa"), "h"),
    "defeat": (Words("{0} is defeated", "Pokonanie bohatera {0}"), "h"),
    "stage": (Words("Stage {0} begins", "Zaczyna się etap {0}"), "r"),
    "action": (Words("Action, {0}", "Akcja, {0}"), "t"),
}


def purpose(s: GameState, cause: Option, lang: Lang) -> str:
    """What a decision is for, given what brought it about."""
    verb, *parts = cause
    phrase = (_TEXTS[KINDS[parts[0]]], "c") if verb == "text" else CAUSES[verb]
    return fill(s, phrase, tuple(parts), lang)
