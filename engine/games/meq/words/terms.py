"""Terms of the game, and the pairs of regions that share a colour."""

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

COLOUR_PAIR_NAMES: dict[str, Words] = {
    "eriador-enedwaith": Words("Eriador and Enedwaith", "Eriador i Enedwaith"),
    "rhudaur-grey-mountains": Words("Rhudaur and the Grey Mountains", "Rhudaur i Grey Mountains"),
    "misty-mountains-mirkwood": Words("the Misty Mountains and Mirkwood", "Misty Mountains i Mirkwood"),
    "rohan-gondor": Words("Rohan and Gondor", "Rohan i Gondor"),
    "brown-lands-mordor": Words("the Brown Lands and Mordor", "Brown Lands i Mordor"),
}
