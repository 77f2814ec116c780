"""What the game's own words are called that stand in layouts, observations and options, by kind."""

from collections.abc import Mapping

from engine.core.words import Words
from engine.games.meq.components.schema import COMBAT_DECKS, TRAITS
from engine.games.meq.words.captions import ALL_STEPS
from engine.games.meq.words.terms import COLOUR_PAIR_NAMES, TERMS, TIMINGS

SIDES = {"heroes": Words("the heroes", "bohaterowie"), "sauron": Words("Sauron", "Sauron")}
_PLACES = {
    "haven": Words("Haven", "Przystań"),
    "stronghold": Words("Shadow Stronghold", "Twierdza Cienia"),
    "perilous": Words("perilous location", "lokacja zagrażająca"),
}
_WAYS = {
    **{name: TERMS[name] for name in ("forest", "hill", "mountain", "plains", "swamp")},
    "any": Words("any terrain", "dowolny teren"),
}
_COMPONENTS = {
    "hero": Words("hero", "bohater"),
    "hero-card": Words("hero card", "karta bohatera"),
    "skill": Words("skill card", "karta Umiejętności"),
    "item": Words("item", "przedmiot"),
    "quest": Words("quest", "wyprawa"),
    "character": Words("character", "postać"),
    "corruption": Words("Corruption card", "karta Korupcji"),
    "encounter": Words("encounter", "Spotkanie"),
    "event": Words("event", "Wydarzenie"),
    "peril": Words("Peril card", "karta Zagrożenia"),
    "mission": Words("mission", "misja"),
    "plot": Words("Plot card", "karta Intrygi"),
    "starting-plot": Words("starting plot", "Intryga początkowa"),
    "shadow": Words("Shadow card", "karta Cienia"),
    "minion": Words("minion", "sługa"),
    "monster-reference": Words("monster", "potwór"),
    "monster-card": Words("monster combat card", "karta walki potworów"),
    "monster-token": Words("monster token", "żeton potwora"),
}
_GROUPS = {
    "be": Words("Choose a hero", "Wybierz bohatera"),
    "draw": Words("Draw cards", "Dobierz karty"),
    "rest": Words("Rest", "Odpocznij"),
    "move": Words("Move", "Idź"),
    "explore": Words("Explore", "Odkrywaj"),
    "give": Words("Give", "Daj"),
    "purge": Words("Discard corruption", "Odrzuć Korupcję"),
    "remove": Words("Remove", "Usuń"),
    "consent": Words("Accept the fight?", "Podjąć walkę?"),
    "champion": Words("Choose a champion", "Wybierz przedstawiciela"),
    "fight-on": Words("Fight on?", "Walczyć dalej?"),
    "play": Words("Play a card", "Zagraj kartę"),
    "declare": Words("Name a type", "Wybierz typ"),
    "return": Words("Take back into hand", "Weź z powrotem na rękę"),
    "breathe": Words("Draw from a pool", "Dobierz z puli"),
    "flight": Words("Retreat?", "Wycofać się?"),
    "wound": Words("Take damage", "Przyjmij ranę"),
    "discard": Words("Discard a card", "Odrzuć kartę"),
    "forfeit": Words("Choose a loss", "Wybierz stratę"),
    "act": Words("Take an action", "Wykonaj akcję"),
    "shadow": Words("Play a Shadow card", "Zagraj kartę Cienia"),
    "place": Words("Place it", "Umieść"),
    "command": Words("Give a command", "Wydaj rozkaz"),
    "enter": Words("Let a minion enter", "Wprowadź sługę"),
    "affect": Words("Choose the affected location", "Wybierz lokację Intrygi"),
    "scrap": Words("Discard a plot", "Odrzuć Intrygę"),
    "keep": Words("Keep a card", "Zatrzymaj kartę"),
    "plot-deck": Words("Order the Plot deck", "Ułóż talię Intrygi"),
    "drop": Words("Discard from hand", "Odrzuć z ręki"),
    "take": Words("Take into hand", "Weź na rękę"),
    "draw-more": Words("Draw more?", "Dobrać więcej?"),
    "attack": Words("Attack the hero", "Zaatakuj bohatera"),
    "as": Words("Fight as", "Walcz jako"),
    "peril": Words("Resolve a Peril card", "Rozpatrz kartę Zagrożenia"),
    "hero": Words("Choose a hero", "Wybierz bohatera"),
    "pair": Words("Choose two heroes", "Wybierz dwóch bohaterów"),
    "burden": Words("Give a Corruption card", "Daj kartę Korupcji"),
    "inflict": Words("Choose a Corruption card", "Wybierz kartę Korupcji"),
    "carry": Words("Move a hero", "Przenieś bohatera"),
    "marker": Words("Advance a marker", "Przesuń znacznik"),
    "character": Words("Characters and favor", "Postacie i przysługi"),
    "choose": Words("Choose one", "Wybierz jedno"),
    "done": Words("Done", "Gotowe"),
}

_OPTION_VALUES = {
    "choose": Words("players choose", "wybierają gracze"),
    "random": Words("drawn at random", "losowanie"),
    "first-hero": Words("the first hero", "pierwszy bohater"),
    "together": Words("all propose", "wszyscy proponują"),
}

WORDS: Mapping[str, Mapping[str, Words]] = {
    "side": SIDES,
    "step": ALL_STEPS,
    "terrain": _PLACES,
    "way": _WAYS,
    "component": _COMPONENTS,
    "card-type": {name: TERMS[name] for name in ("ranged", "melee")},
    "trait": {name: TERMS[name] for name in TRAITS},
    "timing": TIMINGS,
    "colours": {**COLOUR_PAIR_NAMES, "haven": Words("Havens", "Przystanie")},
    "combat-deck": {name: Words(name.capitalize(), name.capitalize()) for name in COMBAT_DECKS},
    "cards": {name: TERMS[name] for name in ("life", "rest")},
    "gain": {name: TERMS[name] for name in ("favor", "ability")},
    "group": _GROUPS,
    "option-value": _OPTION_VALUES,
}
