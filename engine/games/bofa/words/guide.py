"""What a player is told who asks for the rules: how a match goes, how one wins, and what terms mean."""

from engine.core.words import Words

SUMMARY = Words(
    "A turn: draw cards and activate generals, place leadership, draw fate tokens, roll action dice, take actions "
    "by dice in turn (move, attack, muster, play cards, characters), then check for victory.\n"
    "Combat: each round both sides choose a card, roll a die for each point of strength, at most five, and hit on 5 "
    "or more (6 against walls or over hard ground; cards change it). Dice of the units whose card is shown are "
    "black: their hits may activate its manoeuvre. Leaders roll misses again.\n"
    "The Shadow wins with settlements worth 10 points at the end of a turn, or at once if the Front Gate is among "
    "them. The Free Peoples win when the fate marker reaches 15, when Bolg is slain, or when Beorn comes in time.\n"
    "Cards, names of regions and numbers of the shipped pack are our own reconstruction, not the publisher's.",
    "Tura: dobierz karty i aktywuj generałów, rozmieść przywództwo, wylosuj żetony przeznaczenia, rzuć kośćmi "
    "akcji, wykonuj akcje kośćmi na przemian (ruch, atak, mobilizacja, karty, postacie), na końcu sprawdź "
    "zwycięstwo.\n"
    "Walka: co rundę obie strony wybierają kartę, rzucają kością za każdy punkt siły, najwyżej pięcioma, i trafiają "
    "na 5 i więcej (6 przeciw murom lub w trudnym terenie; karty to zmieniają). Kości jednostek odkrytej karty są "
    "czarne: ich trafienia mogą aktywować manewr. Dowódcy przerzucają pudła.\n"
    "Cień wygrywa osadami wartymi 10 punktów na koniec tury, a od razu, jeśli jest wśród nich Główna Brama. Wolne "
    "Ludy wygrywają, gdy znacznik przeznaczenia dojdzie do 15, gdy zginie Bolg albo gdy Beorn przybędzie na czas.\n"
    "Karty, nazwy regionów i liczby w tym zestawie są naszą rekonstrukcją, nie dziełem wydawcy.",
)
GLOSSARY = (
    (
        Words("Army die", "kość Armii"),
        Words(
            "moves or attacks with one army, or attacks one region with all armies around it; plays an Army card",
            "ruch lub atak jednej armii, albo atak wszystkich armii wokół regionu; zagranie karty Armii",
        ),
    ),
    (
        Words("Character die", "kość Postaci"),
        Words(
            "moves characters, or moves or attacks with one army that has leadership; plays a Character card; on it "
            "Bilbo may appear elsewhere for a Ring token",
            "ruch postaci, albo ruch lub atak jednej armii z przywództwem; zagranie karty Postaci; przy niej Bilbo "
            "może pojawić się gdzie indziej za żeton Pierścienia",
        ),
    ),
    (
        Words("Muster die", "kość Mobilizacji"),
        Words(
            "turns one or two recruitment tokens, regroups one or two armies, sends Eagles or Great Bats; plays a "
            "Muster card",
            "odwrócenie jednego lub dwóch żetonów rekrutacji, przegrupowanie jednej lub dwóch armii, wysłanie orłów "
            "lub wielkich nietoperzy; zagranie karty Mobilizacji",
        ),
    ),
    (
        Words("Event die", "kość Wydarzenia"),
        Words(
            "draws an Event and a Story card, or plays any card",
            "dobranie karty Wydarzenia i Opowieści lub dowolna karta",
        ),
    ),
    (
        Words("Army/Muster die", "kość Armii/Mobilizacji"),
        Words("counts as Army or as Muster", "liczy się jako Armia lub Mobilizacja"),
    ),
    (
        Words("Will of the West", "Wola Zachodu"),
        Words(
            "a die of the Free Peoples that counts as Army, Character, Muster or Event, and brings characters into "
            "play",
            "kość Wolnych Ludów, która liczy się jako Armia, Postać, Mobilizacja lub Wydarzenie i wprowadza postacie",
        ),
    ),
    (
        Words("Eye of Sauron", "Oko Saurona"),
        Words(
            "a die of the Shadow that gathers Goblins under the Mountain and opens passes, or moves or attacks with an "
            "army that has Goblins",
            "kość Cienia: zbiera gobliny pod Górą i otwiera przełęcze, albo ruch lub atak armii z goblinami",
        ),
    ),
    (
        Words("in bow range, in magic range", "w zasięgu łuku, w zasięgu magii"),
        Words(
            "the regions that the archers of a region, or Gandalf in it, can shoot at; `i REGION` lists them",
            "regiony, do których mogą strzelać łucznicy z danego regionu lub Gandalf; wymienia je `i REGION`",
        ),
    ),
    (
        Words("terrain advantage", "przewaga terenu"),
        Words(
            "the side with more units on terrain that they prefer draws an Event card when a combat begins",
            "strona, która ma więcej jednostek na preferowanym terenie, dobiera na początku walki kartę Wydarzenia",
        ),
    ),
    (
        Words("leadership", "przywództwo"),
        Words(
            "tokens and generals with an army: it may move and attack, and rolls that many dice again",
            "żetony i generałowie przy armii: może się ruszać i atakować, i przerzuca tyle kości",
        ),
    ),
    (
        Words("muster", "mobilizacja"),
        Words(
            "turn a recruitment token in a settlement or camp: its units appear there",
            "odwrócenie żetonu rekrutacji w osadzie lub obozie: pojawiają się tam jego jednostki",
        ),
    ),
    (
        Words("manoeuvre", "manewr"),
        Words(
            "the card of a kind of unit for one round of combat; it is activated by a roll of its number",
            "karta rodzaju jednostek na jedną rundę walki; aktywuje ją rzut o jej liczbie",
        ),
    ),
    (
        Words("fate", "przeznaczenie"),
        Words(
            "tokens drawn each turn move the marker; characters come when it reaches their number",
            "żetony losowane co turę przesuwają znacznik; postacie przybywają, gdy dojdzie do ich liczby",
        ),
    ),
    (
        Words("regroup", "przegrupowanie"),
        Words(
            "an army removes damage and gathers itself in place",
            "armia usuwa obrażenia i porządkuje się na miejscu",
        ),
    ),
    (
        Words("activated", "aktywacja"),
        Words(
            "a general that is activated may use his ability once this turn",
            "aktywowany generał może raz w tej turze użyć zdolności",
        ),
    ),
    (
        Words("rout", "rozsypka"),
        Words(
            "a retreat that costs units, where nobody leads the army",
            "odwrót, który kosztuje jednostki, gdy nikt nie prowadzi armii",
        ),
    ),
)
"""Terms that boards, options and events use, each with what it means."""
