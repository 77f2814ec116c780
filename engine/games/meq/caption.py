"""The captions of the drawn board."""

from engine.core.words import Words

_W = Words
COMMON_STEPS = {
    **dict.fromkeys(
        ("setup", "choose_heroes", "hero_setup", "starting_plot", "sauron_setup", "sauron_cards", "missions"),
        _W("Setup", "Przygotowanie"),
    ),
    **dict.fromkeys(("finale", "champion"), _W("The Finale", "Finał")),
}
"""Steps that are in no player's turn."""
STEPS = {
    "rally": _W("Rally step", "krok Rajdu"),
    "story": _W("Story step", "krok Opowieści"),
    "plot": _W("Plot step", "krok Intrygi"),
    "event": _W("Event step", "krok Wydarzeń"),
    **dict.fromkeys(("actions", "action", "strengthen", "command"), _W("Action step", "krok Akcji")),
    "hero_draw": _W("Hero Draw step", "krok losowania bohaterów"),
    "turn": _W("start of the turn", "początek rundy"),
    "rest": _W("Rest step", "krok Odpoczynku"),
    "ambush": _W("Ambush step", "krok Zasadzki"),
    **dict.fromkeys(("travel", "arrive", "danger"), _W("Travel step", "krok Podróży")),
    "encounter": _W("Encounter step", "krok Spotkań"),
    "turn_end": _W("end of the turn", "koniec rundy"),
    **dict.fromkeys(("combat", "prepare", "clash", "resolution"), _W("combat", "walka")),
}
HEAD = _W("Round {round}, stage {stage}. {moment}. {dominant}", "Runda {round}, etap {stage}. {moment}. {dominant}")
DOMINANT = {
    "heroes": _W("The heroes are dominant", "Dominują bohaterowie"),
    "sauron": _W("Sauron is dominant", "Dominuje Sauron"),
    "": _W("Nobody is dominant", "Nikt nie dominuje"),
}
STORY = _W(
    "Story Track (+ Shadow Falls on space 10, * Finale on space 18)",
    "Szlak Opowieści (+ Zapada Zmrok na polu 10, * Finał na polu 18)",
)
MARKERS = {
    "hero": _W("heroes", "bohaterowie"),
    "ring": _W("Sauron, yellow", "Sauron, żółty"),
    "conquest": _W("Sauron, red", "Sauron, czerwony"),
    "corruption": _W("Sauron, black", "Sauron, czarny"),
}
PLOTS = _W("Active plots", "Aktywne Intrygi")
PLOT = _W(
    "{name} in {place}: {marker} +{advance}, {favor} favor to discard",
    "{name}, {place}: {marker} +{advance}, koszt odrzucenia {favor}",
)
EVENT = _W("Event in play: {name} in {place}", "Wydarzenie w grze: {name}, {place}")
SAURON = _W(
    "Sauron: Shadow Pool {pool} of {most}, actions {actions}, Shadow cards {shadow}, Plot cards {plot}",
    "Sauron: Pula Cienia {pool} z {most}, akcje {actions}, karty Cienia {shadow}, karty Intrygi {plot}",
)
TRACKS = _W("action markers in brackets", "znaczniki akcji w nawiasach")
TRACK = {
    "influence": _W("influence", "wpływ"),
    "cards": _W("cards", "karty"),
    "command": _W("commands", "rozkazy"),
}
PILES = {
    "shadow_hand": _W("Shadow cards in hand", "karty Cienia na ręce"),
    "plot_hand": _W("Plot cards in hand", "karty Intrygi na ręce"),
    "plot_top": _W("top of the Plot deck", "wierzch talii Intrygi"),
    "plot_bottom": _W("bottom of the Plot deck, lowest first", "spód talii Intrygi, od najniższej"),
    "shadow": _W("discarded Shadow cards", "odrzucone karty Cienia"),
    "plot": _W("discarded Plot cards", "odrzucone karty Intrygi"),
}
SHADOW_NEEDS = _W("{name} [pool {pool}]", "{name} [pula {pool}]")
PLOT_NEEDS = _W("{name} [pool {pool}, {marker} +{advance}]", "{name} [pula {pool}, {marker} +{advance}]")
MISSION = {
    "heroes": _W("Mission of the heroes", "Misja bohaterów"),
    "sauron": _W("Mission of Sauron", "Misja Saurona"),
}
LOOKING = _W("Drawn, to choose from", "Wylosowane do wyboru")
KNOWN = _W("Seen in other hands", "Znane z innych rąk")
INFLUENCE = _W("Influence", "Wpływ")
BOARD = _W("On the board", "Na planszy")
TOKEN = _W("monster token", "żeton potwora")
FACE = _W("monster token ({name})", "żeton potwora ({name})")
MINION = _W("{name} (damage {damage} of {health})", "{name} (rany {damage} z {health})")
FAVOR = _W("Favor to be found", "Przysługi do zebrania")
HERO = _W("{name} in {place}: favor {favor}, {traits}", "{name}, {place}: przysługi {favor}, {traits}")
UNCHOSEN = _W("Hero {n}: not yet chosen", "Bohater {n}: jeszcze niewybrany")
POOLS = _W(
    "life pool {life}, hand {hand}, rest pool {rest}, damage pool {damage}",
    "pula Życia {life}, ręka {hand}, pula Odpoczynku {rest}, pula Ran {damage}",
)
AREAS = {
    "hand": _W("hand", "ręka"),
    "rest": _W("rest pool", "pula Odpoczynku"),
    "damage_known": _W("known in the damage pool", "znane w puli Ran"),
    "corruption": _W("corruption", "korupcja"),
    "items": _W("items", "przedmioty"),
    "quests": _W("quests", "wyprawy"),
}
COMPLETED = _W("completed starting and advanced quests {n}", "ukończone wyprawy Początkowe i Zaawansowane {n}")
PLEDGE = _W("Trust in Friendship, favor on it {n}", "Trust in Friendship, przysługi na karcie {n}")
PRICE = _W("{name} ({favor} favor)", "{name} (przysługi: {favor})")
GOAL = _W("{name} (explore {place})", "{name} (odkryj {place})")
FIGHT_GOAL = _W("{name} (fight in {place}: {monster})", "{name} (walka, {place}: {monster})")
COST = _W("cost {cost}", "koszt {cost}")
FIGHT = _W("Fight: {hero} against {enemy}", "Walka: {hero} i {enemy}")
ENEMY = _W(
    "{name}: damage {damage} of {health}, strength {strength}, cards in hand {hand}",
    "{name}: rany {damage} z {health}, siła {strength}, karty na ręce {hand}",
)
PREPARING = _W("{name}: preparing", "{name}: przygotowanie")
FIGHTER = _W("{name}: strength {strength}", "{name}: siła {strength}")
STACK = _W("combat stack", "stos Walki")
LASTING = _W("from the last round", "z poprzedniej rundy")
EXHAUSTED = _W("exhausted", "wyczerpanie")
LAID = _W("laid face up", "wyłożona odkryta karta")
AFRAID = _W("the hero plays at random", "bohater zagrywa losowo")
TOLD = _W("Ranged cards in the other hand {n}", "karty Wsparcia w drugiej ręce {n}")
