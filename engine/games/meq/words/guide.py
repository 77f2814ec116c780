"""What a player is told who asks for the rules: how a match goes, how one wins, and what terms mean."""

from engine.core.words import Words

SUMMARY = Words(
    "A round: Sauron's turn (story and plot steps, an event, actions: influence, cards, commands), then a turn of "
    "each hero: draw, rest or not, fight an enemy that is there, travel from place to place, explore, fight what "
    "stands in the way, encounters.\n"
    "Travelling: a way asks for a card of its terrain from your hand, or for as many cards as its cost. Cards are "
    "life as well: damage takes them from the life pool.\n"
    "Heroes complete quests, gather favor and discard plots; active plots push Sauron's markers along the Story "
    "Track.\n"
    "When a marker reaches the end of the track the Finale comes: a side that is dominant and has fulfilled its "
    "secret mission wins; if no mission decides, the heroes' champion fights the Ringwraiths.",
    "Runda: tura Saurona (opowieść, intryga, wydarzenie, akcje: wpływ, karty, rozkazy), potem tura każdego "
    "bohatera: dobieranie, odpoczynek, walka z wrogiem w tym samym miejscu, podróż od miejsca do miejsca, odkrywanie, "
    "walka z tym, co stoi na drodze, spotkania.\n"
    "Podróż: droga żąda karty swojego terenu z ręki albo tylu kart, ile kosztuje. Karty są też życiem: rany "
    "zabierają je z puli Życia.\n"
    "Bohaterowie kończą wyprawy, zbierają przysługi i odrzucają intrygi; aktywne intrygi przesuwają znaczniki "
    "Saurona na Szlaku Opowieści.\n"
    "Gdy znacznik dotrze do końca szlaku, nadchodzi Finał: wygrywa strona dominująca, która wypełniła tajną misję; "
    "jeśli misje nie rozstrzygną, przedstawiciel bohaterów walczy z Upiorami Pierścienia.",
)
GLOSSARY = (
    (
        Words("explore", "odkrywanie"),
        Words(
            "go to the place, by cards that fit the ways there, and end the move there: what waits in it is taken, "
            "a quest to explore it completed",
            "idź do miejsca kartami, które pasują do dróg, i zakończ tam ruch: zdobywasz, co tam czeka, i kończysz "
            "wyprawę",
        ),
    ),
    (
        Words("exhausted", "wyczerpanie"),
        Words(
            "in combat: no strength is left for a card; who is exhausted plays no more cards in this fight",
            "w walce: brak siły na kartę; wyczerpany nie zagrywa już kart w tej walce",
        ),
    ),
    (
        Words("strength", "siła"),
        Words(
            "what combat cards cost in a fight; at its end one is exhausted",
            "ile kosztują karty walki; gdy się skończy, następuje wyczerpanie",
        ),
    ),
    (
        Words("influence", "wpływ"),
        Words(
            "Sauron's hold on a place; more of it than a hero's wisdom makes the place perilous to him",
            "władza Saurona nad miejscem; gdy jest go więcej, niż wynosi wiedza bohatera, miejsce mu zagraża",
        ),
    ),
    (
        Words("perilous location", "lokacja zagrażająca"),
        Words(
            "printed so, made so by a card, or with more influence than the hero's wisdom: on arrival, unless an enemy "
            "attacks instead, Sauron draws three Peril cards and plays one, if any fits the place",
            "taka z nadruku, z powodu karty albo przy wpływie większym od wiedzy bohatera: gdy do niej wejdzie, "
            "a nie zaatakuje go wróg, Sauron losuje trzy karty Zagrożenia i zagrywa jedną, jeśli któraś do niej pasuje",
        ),
    ),
    (
        Words("favor", "przysługa"),
        Words(
            "help that heroes gather and spend: to discard plots, to be healed of corruption",
            "pomoc, którą bohaterowie zbierają i wydają: na odrzucenie intryg, pozbycie się korupcji",
        ),
    ),
    (
        Words("Shadow Pool", "Pula Cienia"),
        Words(
            "influence kept ready: Shadow and Plot cards need as much of it as is printed on them",
            "wpływ w gotowości: karty Cienia i Intrygi wymagają go tyle, ile na nich stoi",
        ),
    ),
    (
        Words("haven", "przystań"),
        Words(
            "a safe place: heroes may refuse fights there, and heal when they rest; beside an enemy nobody rests there "
            "either",
            "bezpieczne miejsce: bohaterowie mogą tam odmówić walki, a odpoczywając leczą się; obok wroga nikt nie "
            "odpoczywa, nawet tam",
        ),
    ),
    (
        Words("dominant", "dominacja"),
        Words(
            "the side that is ahead on the Story Track; at the Finale its mission counts first",
            "strona, która prowadzi na Szlaku Opowieści; w Finale jej misja liczy się pierwsza",
        ),
    ),
    (
        Words("rest", "odpoczynek"),
        Words(
            "the first step of a hero's turn, before the Ambush step: the rest pool comes back to the life pool, and "
            "the story marker of Sauron that is farthest behind advances 1; not beside an enemy, nor in a Shadow "
            "Stronghold; the step does not come back when the enemy is defeated",
            "pierwszy krok rundy bohatera, przed krokiem Zasadzki: pula Odpoczynku wraca do puli Życia, a najdalej "
            "pozostający w tyle znacznik opowieści Saurona przesuwa się o 1; nie obok wroga ani w Twierdzy Cienia; "
            "krok nie wraca, gdy wróg zostanie pokonany",
        ),
    ),
    (
        Words("rest pool", "pula odpoczynku"),
        Words(
            "cards spent on ways; they come back to the life pool when the hero rests",
            "karty wydane na drogi; wracają do puli Życia, gdy bohater odpoczywa",
        ),
    ),
)
"""Terms that boards, options and events use, each with what it means."""
