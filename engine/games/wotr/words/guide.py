"""What a player is told who asks for the rules: how a match goes, how one wins, and what terms mean."""

from engine.core.words import Words

SUMMARY = Words(
    "A round: a new battleground and the next path are activated and cards are drawn; then players take actions in "
    "turn until all pass; then combat is resolved at the path and at every activated battleground.\n"
    "An action: play a card (to the path, a battleground or the reserve; it costs another card of your hand, which "
    "is cycled), move cards that an earlier round brought to the reserve, use a text, cycle a card, winnow, or use the "
    "Ring token.\n"
    "Combat: attack icons that the defence does not cancel win a battleground; on a path they become corruption.\n"
    "Who leads by ten points at the end of a round wins at once. After the last path whoever has more points wins; "
    "a tie goes to the Shadow. Battlegrounds score for who holds them, paths for the Free Peoples, corruption for "
    "the Shadow.\n"
    "In a Duel, a side's only player does twice what a text has each player of that side do.",
    "Runda: aktywuje się nowe pole bitwy i następną ścieżkę, gracze dobierają karty; potem kolejno wykonują akcje, "
    "aż wszyscy spasują; na końcu rozpatruje się walkę na ścieżce i na każdym aktywnym polu bitwy.\n"
    "Akcja: zagraj kartę (na ścieżkę, pole bitwy lub do rezerwy; kosztuje inną kartę z ręki, którą się zrzuca), "
    "porusz karty, które są w rezerwie od wcześniejszej rundy, zużyj akcję karty, zrzuć kartę, odsiej lub użyj "
    "żetonu Pierścienia.\n"
    "Walka: symbole ataku, których obrona nie anuluje, zdobywają pole bitwy; na ścieżce stają się zepsuciem.\n"
    "Przewaga dziesięciu punktów na koniec rundy wygrywa od razu. Po ostatniej ścieżce wygrywa strona z większą "
    "liczbą punktów; remis należy do Cienia. Pola bitew punktują dla tych, którzy je trzymają, ścieżki dla Wolnych "
    "Ludów, zepsucie dla Cienia.\n"
    "W Pojedynku jedyny gracz strony robi dwa razy to, co tekst każe robić każdemu jej graczowi.",
)
GLOSSARY = (
    (
        Words("cycle", "zrzucenie"),
        Words(
            "put a card face down on your cycle pile; it comes back when the deck runs out",
            "odłożenie karty zakrytej na stos zrzuconych; wraca, gdy skończy się talia",
        ),
    ),
    (
        Words("eliminate", "wykluczenie"),
        Words(
            "put a card out of the game",
            "usunięcie karty z gry",
        ),
    ),
    (
        Words("forsake", "poświęcenie"),
        Words(
            "give up a card: from hand, from reserve, or the unseen top of the deck",
            "oddanie karty: z ręki, z rezerwy albo nieznanej z wierzchu talii",
        ),
    ),
    (
        Words("winnow", "odsiew"),
        Words(
            "eliminate two cards of your hand to draw one",
            "wyklucz dwie karty z ręki, aby dobrać jedną",
        ),
    ),
    (
        Words("reserve", "rezerwa"),
        Words(
            "your cards in play that stand at no location; from there they are moved into battle",
            "twoje karty w grze, które nie stoją w żadnej lokacji; stamtąd poruszają się do walki",
        ),
    ),
    (
        Words("Ring token", "żeton Pierścienia"),
        Words(
            "an action that draws cards: two once in a match, or for who plays a Duel alone three once a round, of "
            "which one is eliminated and one cycled",
            "akcja, która dobiera karty: dwie raz w partii albo, gdy ktoś gra sam w Pojedynku, trzy raz w rundzie, po "
            "czym jedną kartę się wyklucza i jedną zrzuca",
        ),
    ),
    (
        Words("leadership", "przywództwo"),
        Words(
            "icons in brackets: they count while an army of the same faction supports the character",
            "symbole w nawiasie: liczą się, gdy armia tej samej frakcji wspiera postać",
        ),
    ),
    (
        Words("corruption", "zepsucie"),
        Words(
            "attack on a path that nothing cancelled: points for the Shadow",
            "atak na ścieżce, którego nic nie anulowało: punkty Cienia",
        ),
    ),
    (
        Words("activate", "aktywacja"),
        Words(
            "put a battleground or path on the table; combat is resolved there this round",
            "wyłożenie pola bitwy lub ścieżki; w tej rundzie rozpatruje się tam walkę",
        ),
    ),
    (
        Words("reactivate", "reaktywacja"),
        Words(
            "activate a battleground again, from the scoring area of either side; a battleground of a faction is any "
            "that shows it, as defender or attacker",
            "ponowna aktywacja pola bitwy z obszaru punktacji dowolnej strony; pole bitwy frakcji to każde, na którym "
            "widnieje jako broniąca albo atakująca",
        ),
    ),
)
"""Terms that boards, options and events use, each with what it means."""
