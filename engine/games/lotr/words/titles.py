"""What the game's own words are called that stand in layouts, observations and options, by kind."""

from collections.abc import Mapping

from engine.core.words import Words
from engine.games.lotr.components.decks import SPHERE_NAMES
from engine.games.lotr.words.names import PHASES
from engine.games.lotr.words.printed import ATTACHED_TO, SETS, TRAITS

_COMPONENTS = {
    "hero": Words("hero", "bohater"),
    "ally": Words("ally", "sprzymierzeniec"),
    "attachment": Words("attachment", "dodatek"),
    "event": Words("event", "wydarzenie"),
    "enemy": Words("enemy", "wróg"),
    "location": Words("location", "obszar"),
    "treachery": Words("treachery", "podstęp"),
    "objective": Words("objective", "cel"),
    "quest": Words("quest", "wyprawa"),
}
_WINDOWS = {
    "plan": Words("the next turn of the planning phase", "następna tura fazy Planowania"),
    "staging": Words("encounter cards are revealed", "odkrycie kart Spotkań"),
    "resolve-quest": Words("the quest is resolved", "rozpatrzenie wyprawy"),
    "check": Words("enemies engage by threat", "sprawdzenie zwarcia"),
    "enemy-attack": Words("the next enemy attacks", "atak następnego wroga"),
    "defend": Words("defenders are declared", "wyznaczenie obrońców"),
    "shadows": Words("shadow cards are turned up", "odkrycie kart cienia"),
    "enemy-damage": Words("damage of the enemy's attack", "obrażenia od ataku wroga"),
    "player-attack": Words("the next attack on an enemy", "następny atak na wroga"),
    "strike": Words("damage of the players' attack", "obrażenia od ataku graczy"),
    "end-combat": Words("the combat phase ends", "koniec fazy Walki"),
    "end-phase": Words("the phase ends", "koniec fazy"),
}
_EFFECTS = {
    "willpower": Words("willpower", "siła woli"),
    "attack": Words("attack", "atak"),
    "defense": Words("defense", "obrona"),
    "threat": Words("threat", "zagrożenie"),
    "no-threat": Words("adds no threat", "nie dodaje zagrożenia"),
    "cannot-attack": Words("does not attack a player", "nie atakuje gracza"),
    "to-hand": Words("returns to hand", "wraca na rękę"),
    "into-deck": Words("is shuffled into its deck", "wraca do talii"),
}
_GROUPS = {
    "play": Words("Play a card", "Zagraj kartę"),
    "use": Words("Take an action", "Wykonaj akcję"),
    "respond": Words("Respond", "Użyj odpowiedzi"),
    "pay": Words("Pay", "Zapłać"),
    "pay-x": Words("Choose how much to pay", "Wybierz, ile zapłacisz"),
    "commit": Words("Commit to the quest", "Przydziel do wyprawy"),
    "travel": Words("Travel", "Podróżuj"),
    "engage": Words("Engage an enemy", "Wejdź w zwarcie"),
    "defend": Words("Declare a defender", "Wyznacz obrońcę"),
    "attack": Words("Attack an enemy", "Zaatakuj wroga"),
    "join": Words("Join the attack", "Dołącz do ataku"),
    "choose": Words("Choose", "Wybierz"),
    "free": Words("Pay to ready a hero", "Zapłać, by przygotować bohatera"),
    "keep": Words("Keep the hand", "Zatrzymaj rękę"),
    "mulligan": Words("Draw a new hand", "Dobierz nową rękę"),
    "done": Words("Done", "Gotowe"),
    "pass": Words("Pass", "Spasuj"),
}

WORDS: Mapping[str, Mapping[str, Words]] = {
    "side": {"players": Words("the players", "gracze")},
    "phase": PHASES,
    "component": _COMPONENTS,
    "sphere": SPHERE_NAMES,
    "trait": TRAITS,
    "set": SETS,
    "attach-to": ATTACHED_TO,
    "window-before": _WINDOWS,
    "lasting-effect": _EFFECTS,
    "until": {
        "end-of-phase": Words("until the end of the phase", "do końca fazy"),
        "end-of-round": Words("until the end of the round", "do końca rundy"),
    },
    "attacker": {"enemy": Words("the enemy", "wróg"), "players": Words("the players", "gracze")},
    "group": _GROUPS,
    "option-value": {"random": Words("drawn at random", "losowe")},
}
