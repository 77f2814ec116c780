"""The words of abilities that are rules of their own: heroes (p. 20) and minions (p. 18)."""

from engine.core.words import Words

HERO_ABILITY: dict[str, Words] = {
    "iron_will": Words(
        "your turn does not end when you fail to defeat an enemy in combat",
        "twoja runda nie kończy się, gdy nie pokonasz wroga w walce",
    ),
    "scout": Words(
        "once per turn look at all monster tokens in an adjacent location",
        "raz na rundę obejrzyj wszystkie żetony potworów na sąsiedniej lokacji",
    ),
    "noble_bloodline": Words(
        "once per turn gain 1 favor when you complete a quest or consult a character",
        "raz na rundę zyskaj 1 przysługę, gdy ukończysz wyprawę lub skonsultujesz się z postacią",
    ),
    "expert_rider": Words("you start with a Horse", "zaczynasz z przedmiotem Horse"),
    "survivalist": Words(
        "when you rest outside a Haven you may heal or receive training",
        "gdy odpoczywasz poza Przystanią, możesz się leczyć lub odbyć trening",
    ),
}

MINION_ABILITY: dict[str, Words] = {
    "black_serpent": Words(
        "moves up to 2 locations; monster tokens may be placed within 1 space even without influence",
        "porusza się o 2 lokacje; w odległości 1 pola można umieszczać żetony potworów także bez wpływu",
    ),
    "mouth_of_sauron": Words(
        "at the start of a fight the hero receives 1 Corruption card",
        "na początku walki bohater otrzymuje 1 kartę Korupcji",
    ),
    "gothmog": Words(
        "all locations within 1 space but Havens are perilous",
        "wszystkie lokacje w odległości 1 pola poza Przystaniami są zagrażające",
    ),
    "ringwraiths": Words(
        "move up to 2 locations; when defeated they return to Minas Morgul at the start of Sauron's Action step",
        "poruszają się o 2 lokacje; pokonane wracają do Minas Morgul na początku kroku Akcji Saurona",
    ),
    "witch_king": Words(
        "heroes within 1 space may rest and heal only in Havens",
        "bohaterowie w odległości 1 pola mogą odpoczywać i leczyć się tylko w Przystaniach",
    ),
}
