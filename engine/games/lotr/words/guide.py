"""What a player is told who asks for the rules: how a match goes, how one wins, and what terms mean."""

from engine.core.words import Words

SUMMARY = Words(
    "A round: resource phase (a resource for each hero, a card for each player), planning (play allies and "
    "attachments), quest (commit characters, reveal encounter cards, compare willpower with threat), travel, "
    "encounter (enemies engage), combat (enemies attack, then you), refresh (all ready; threat rises by 1).\n"
    "A card costs resources of heroes of its sphere. Who quests, defends or attacks exhausts.\n"
    "The players win together when the last stage of the quest is completed. A player is out at threat 50 or when "
    "the last hero is gone; when nobody is left, all have lost.",
    "Runda: faza Zasobów (żeton dla każdego bohatera, karta dla każdego gracza), Planowania (sprzymierzeńcy i "
    "dodatki), Wyprawy (przydziel postacie, odkryj karty Spotkań, porównaj siłę woli z zagrożeniem), Podróży, "
    "Spotkań (wrogowie wchodzą w zwarcie), Walki (atakują wrogowie, potem gracze), Odpoczynku (przygotowanie; "
    "zagrożenie rośnie o 1).\n"
    "Karta kosztuje zasoby bohaterów jej strefy. Kto wyrusza na wyprawę, broni lub atakuje, ten się wyczerpuje.\n"
    "Gracze wygrywają wspólnie, gdy ukończą ostatni etap wyprawy. Gracz odpada przy zagrożeniu 50 albo gdy straci "
    "ostatniego bohatera; gdy nikt nie zostanie, przegrali wszyscy.",
)
GLOSSARY = (
    (
        Words("exhausted", "wyczerpanie"),
        Words(
            "used this round: it cannot quest, defend, attack or pay by exhausting until the refresh phase",
            "użyta w tej rundzie: do fazy Odpoczynku nie wyrusza, nie broni, nie atakuje",
        ),
    ),
    (
        Words("willpower", "siła woli"),
        Words(
            "what characters committed to the quest set against the threat of the staging area",
            "co postacie na wyprawie przeciwstawiają zagrożeniu strefy przeciwności",
        ),
    ),
    (
        Words("threat", "zagrożenie"),
        Words(
            "of a player: at 50 he is out, and enemies with an engagement cost up to it engage him; of a card: what "
            "it adds to the staging area",
            "gracza: przy 50 odpada, a wrogowie o koszcie zwarcia do tej liczby wchodzą w zwarcie; karty: co dodaje "
            "do strefy przeciwności",
        ),
    ),
    (
        Words("engagement", "zwarcie"),
        Words(
            "an enemy in front of a player attacks that player each combat phase",
            "wróg przed graczem atakuje go w każdej fazie Walki",
        ),
    ),
    (
        Words("surge", "mroczna fala"),
        Words(
            "reveal one more encounter card",
            "odkryj jeszcze jedną kartę Spotkań",
        ),
    ),
    (
        Words("doomed", "Zguba"),
        Words(
            "every player raises their threat by that number",
            "zagrożenie każdego gracza rośnie o tę liczbę",
        ),
    ),
    (
        Words("shadow", "cień"),
        Words(
            "a card dealt to each attacking enemy; its shadow effect is resolved when the attack is",
            "karta dla każdego atakującego wroga; jej efekt cienia rozpatruje się w czasie ataku",
        ),
    ),
    (
        Words("staging area", "strefa przeciwności"),
        Words(
            "encounter cards that no player is engaged with; their threat is what questing must beat",
            "karty Spotkań, z którymi nikt nie jest w zwarciu; ich zagrożenie trzeba pokonać wyprawą",
        ),
    ),
    (
        Words("unique", "unikalna"),
        Words(
            "only one such card of a name is in play at a time; while it is, another cannot be played",
            "w grze jest naraz tylko jedna taka karta o danej nazwie; póki jest, drugiej nie można zagrać",
        ),
    ),
    (
        Words("hit points", "punkty wytrzymałości"),
        Words(
            "a card with as much damage is destroyed; damage is told as damage/hit points",
            "karta z tyloma obrażeniami zostaje zniszczona; zapis: obrażenia/wytrzymałość",
        ),
    ),
)
"""Terms that boards, options and events use, each with what it means."""
