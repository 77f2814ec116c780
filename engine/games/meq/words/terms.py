"""Terms of the game, the moments of shadow cards, and the pairs of regions that share a colour."""

from engine.core.words import Words

TERMS: dict[str, Words] = {
    "hero": Words("the heroes' marker", "znacznik bohaterów"),
    "ring": Words("the yellow marker", "żółty znacznik"),
    "conquest": Words("the red marker", "czerwony znacznik"),
    "corruption": Words("the black marker", "czarny znacznik"),
    "influence": Words("strengthen influence", "wzmocnienie wpływu"),
    "cards": Words("draw cards", "losowanie kart"),
    "command": Words("command monsters and minions", "rozkazy dla potworów i sług"),
    "fortitude": Words("fortitude", "męstwo"),
    "strength": Words("strength", "siła"),
    "agility": Words("agility", "zręczność"),
    "wisdom": Words("wisdom", "wiedza"),
    "ranged": Words("Ranged", "Wsparcie"),
    "melee": Words("Melee", "Bijatyka"),
    "hill": Words("hill", "wzgórze"),
    "mountain": Words("mountain", "góra"),
    "forest": Words("forest", "las"),
    "plains": Words("plains", "równina"),
    "swamp": Words("swamp", "bagno"),
    "favor": Words("for favor", "po przysługi"),
    "ability": Words("for the ability", "po zdolność"),
    "life": Words("life pool", "pula Życia"),
    "rest": Words("rest pool", "pula Odpoczynku"),
    "shadow": Words("Shadow", "Cienia"),
    "plot": Words("Plot", "Intrygi"),
}

TIMINGS = {
    "action": Words("during the Action step", "w kroku Akcji"),
    "combat": Words("at the start of a fight", "na początku walki"),
    "minion": Words("at the start of a fight with a minion", "na początku walki ze sługą"),
    "turn": Words("at the start of a hero's turn", "na początku rundy bohatera"),
    "wild": Words("at the start of the turn of a hero outside Havens", "na początku rundy bohatera poza Przystanią"),
    "entry": Words("after a hero enters a location that is no Haven", "po wejściu bohatera na lokację poza Przystanią"),
    "defeat": Words("after a hero is defeated", "po pokonaniu bohatera"),
}
"""When a shadow card is played (p. 18)."""

COLOUR_PAIR_NAMES: dict[str, Words] = {
    "eriador-enedwaith": Words("Eriador and Enedwaith", "Eriador i Enedwaith"),
    "rhudaur-grey-mountains": Words("Rhudaur and the Grey Mountains", "Rhudaur i Góry Szare"),
    "misty-mountains-mirkwood": Words("the Misty Mountains and Mirkwood", "Góry Mgliste i Mroczna Puszcza"),
    "rohan-gondor": Words("Rohan and Gondor", "Rohan i Gondor"),
    "brown-lands-mordor": Words("the Brown Lands and Mordor", "Brunatne Ziemie i Mordor"),
}
