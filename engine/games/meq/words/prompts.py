"""Decisions in words: what is asked."""

from engine.core.flow import Decision
from engine.core.words import Lang, Words
from engine.games.meq.state import GameState

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
    "agility": Words("How many cards do you draw for agility?", "Ile kart dobierasz za zręczność?"),
    "exhaust": Words("Do you fight on?", "Czy walczysz dalej?"),
    "combat": Words("Choose a combat card", "Wybierz kartę walki"),
    "declare": Words("Name a type of card", "Wybierz typ karty"),
    "plan": Words("Which card returns to hand?", "Która karta wraca na rękę?"),
    "breathe": Words("Where do you draw from?", "Skąd dobierasz?"),
    "retreat": Words("Do you retreat?", "Czy się wycofujesz?"),
    "champion": Words("Who fights the Ringwraiths?", "Kto walczy z Ringwraiths?"),
}


def prompt(_s: GameState, decision: Decision, lang: Lang) -> str:
    """What a decision asks."""
    return PROMPTS[decision.kind].say(lang)
