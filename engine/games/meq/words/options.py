"""Options in words."""

from engine.core.flow import Option
from engine.core.words import Lang, Words
from engine.games.meq.cards.parts.combine import CHOICES, sentence
from engine.games.meq.components.box import HEROES
from engine.games.meq.state import GameState
from engine.games.meq.words.phrases import fill

OPTIONS: dict[str, tuple[Words, str]] = {
    "done": (Words("Done", "Gotowe"), ""),
    "pass": (Words("Pass", "Pas"), ""),
    "end": (Words("Finish travelling", "Zakończ podróż"), ""),
    # Sauron
    "place": (Words("Place it in {0}", "Umieść: {0}"), "p"),
    "pool": (Words("Place it in the Shadow Pool", "Umieść w Puli Cienia"), ""),
    "enter": (Words("{0} enters at {1}", "{0} pojawia się: {1}"), "ep"),
    "marker": (Words("Advance {0}", "Przesuń: {0}"), "t"),
    "keep": (Words("Keep {0}", "Zatrzymaj: {0}"), "c"),
    "bottom": (Words("Put {0} under the deck", "Włóż pod spód talii: {0}"), "c"),
    "leave": (Words("Leave {0} on the deck", "Zostaw na wierzchu talii: {0}"), "c"),
    "affect": (Words("Affect {0}", "Lokacja: {0}"), "p"),
    "drop": (Words("Discard {0}", "Odrzuć: {0}"), "c"),
    "scrap": (Words("Discard the active plot {0}", "Odrzuć aktywną Intrygę: {0}"), "c"),
    "play": (Words("Play {0}", "Zagraj: {0}"), "c"),
    "act": (Words("Action: {0}", "Akcja: {0}"), "t"),
    "shadow": (Words("Play the Shadow card {0}", "Zagraj kartę Cienia: {0}"), "c"),
    "send": (Words("Move {0} to {1}", "Przesuń: {0}, {1}"), "ep"),
    "heal": (Words("Heal {0}", "Ulecz: {0}"), "e"),
    "drive": (Words("Move a monster token to {1}: {0}", "Przesuń żeton potwora ({0}): {1}"), "cp"),
    "summon": (Words("Place a monster token of {0}", "Umieść żeton potwora: {0}"), "d"),
    "command": (Words("Command {0}", "Rozkaz: {0}"), "e"),
    "draw-more": (Words("Draw a card", "Dobierz kartę"), ""),
    "draw-plot": (Words("Draw a Plot card", "Dobierz kartę Intrygi"), ""),
    "call": (Words("Call {0}", "Wezwij: {0}"), "e"),
    "token": (Words("Attack with a monster token: {0}", "Zaatakuj żetonem potwora: {0}"), "c"),
    "minion": (Words("Attack with {0}", "Zaatakuj: {0}"), "e"),
    "draw-perils": (Words("Draw Peril cards", "Wylosuj karty Zagrożenia"), ""),
    "peril": (Words("Resolve {0}", "Rozpatrz: {0}"), "c"),
    "as": (Words("Fight as {0}", "Walcz jako: {0}"), "e"),
    "hero": (Words("Choose {0}", "Wybierz: {0}"), "h"),
    "pair": (Words("Choose {0} and {1}", "Wybierz: {0} i {1}"), "hh"),
    "burden": (Words("Give {0} to {1}", "Kartę {0} otrzymuje {1}"), "ch"),
    "inflict": (Words("Give {0}", "Daj: {0}"), "c"),
    "take": (Words("Take {0}", "Weź: {0}"), "c"),
    "carry": (Words("Move {0} to {1}", "Przesuń: {0}, {1}"), "hp"),
    "stay": (Words("Leave {0} in place", "Zostaw na miejscu: {0}"), "h"),
    "bring": (Words("Place {0} in {1}", "Umieść: {0}, {1}"), "kp"),
    "dismiss": (Words("Discard {0}", "Odrzuć: {0}"), "k"),
    "unfavor": (Words("Discard a favor in {0}", "Odrzuć przysługę: {0}"), "p"),
    # heroes
    "draw": (Words("Draw cards: {0}", "Dobierz karty: {0}"), "n"),
    "rest": (Words("Rest", "Odpocznij"), ""),
    "rest-heal": (Words("Rest and heal", "Odpocznij i lecz się"), ""),
    "rest-train": (Words("Rest and receive training", "Odpocznij i odbądź trening"), ""),
    "purge": (Words("Discard the Corruption card {0}", "Odrzuć kartę Korupcji: {0}"), "c"),
    "accept": (Words("Fight", "Podejmij walkę"), ""),
    "refuse": (Words("Refuse to fight", "Odmów walki"), ""),
    "go": (Words("Go to {0} with {1}", "Idź: {0}, karta {1}"), "pc"),
    "pay": (Words("Go to {0} for {1} cards", "Idź: {0}, liczba kart {1}"), "pn"),
    "favor": (Words("Take a favor", "Weź przysługę"), ""),
    "consult": (Words("Consult {0} {1}", "Konsultacja: {0}, {1}"), "kt"),
    "dark-path": (
        Words(
            "Choose the dark path: take a favor and a Corruption card",
            "Wybierz Ciemną Ścieżkę: weź przysługę i kartę Korupcji",
        ),
        "",
    ),
    "quest": (Words("Complete {0}", "Ukończ wyprawę: {0}"), "c"),
    "thwart": (Words("Discard the plot {0}", "Odrzuć Intrygę: {0}"), "c"),
    "event": (Words("Use the event {0}", "Użyj wydarzenia: {0}"), "c"),
    "pledge": (Words("Take the favor of Trust in Friendship", "Weź przysługi z karty Zaufanie Przyjaźni"), ""),
    "trade": (Words("Trade: {0} and {1}", "Wymiana: {0} i {1}"), "hh"),
    "scout": (Words("Look at the monster tokens in {0}", "Obejrzyj żetony potworów: {0}"), "p"),
    "give-favor": (Words("Give {0} a favor", "Daj przysługę: {0}"), "h"),
    "give": (Words("Give {0} to {1}", "Daj: {0}, {1}"), "ch"),
    "clear": (Words("Remove 1 influence from {0}", "Usuń 1 wpływ: {0}"), "p"),
    "banish": (Words("Remove a monster token from {0} (number {1})", "Usuń żeton potwora: {0} (numer {1})"), "po"),
    "hunt": (Words("Remove monster tokens from {0}", "Usuń żetony potworów: {0}"), "p"),
    "maul": (Words("Deal {0} 2 damage", "Zadaj 2 rany: {0}"), "e"),
    "discard": (Words("Discard {0}", "Odrzuć: {0}"), "c"),
    "life": (Words("Lose the top card of the life pool", "Strać wierzchnią kartę puli Życia"), ""),
    "lose": (Words("Lose {0} from hand", "Strać z ręki: {0}"), "c"),
    "lose-favor": (Words("Lose a favor", "Strać przysługę"), ""),
    "lose-item": (Words("Lose {0}", "Strać: {0}"), "c"),
    # combat
    "fight": (Words("Fight on", "Walcz dalej"), ""),
    "exhaust": (Words("Declare yourself exhausted", "Ogłoś wyczerpanie"), ""),
    "declare": (Words("{0}", "{0}"), "t"),
    "return": (Words("Take {0} back into hand", "Weź z powrotem na rękę: {0}"), "c"),
    "breathe": (Words("Draw from the {0}", "Dobierz: {0}"), "t"),
    "retreat": (Words("Retreat", "Wycofaj się"), ""),
    "stand": (Words("Stand and fight", "Nie wycofuj się"), ""),
    "champion": (Words("{0} fights the Ringwraiths", "{0} walczy z Upiorami Pierścienia"), "h"),
}


def describe(s: GameState, option: Option, lang: Lang) -> str:
    """An option in words."""
    verb, *parts = option
    if verb == "choose":
        return sentence(CHOICES[parts[0]][parts[1]].words.say(lang))
    if verb == "be":
        return HEROES[parts[0]].name
    key = f"rest-{parts[0]}" if verb == "rest" and parts else verb
    return fill(s, OPTIONS[key], () if verb == "rest" else tuple(parts), lang)
