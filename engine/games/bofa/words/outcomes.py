"""Why a match ended, in words."""

from engine.core.words import Words

REASONS = {
    "ten-points": Words(
        "settlements worth ten points at the end of a turn", "osady warte dziesięć punktów na koniec tury"
    ),
    "front-gate": Words("ten points and the Front Gate", "dziesięć punktów i Główna Brama"),
    "fate": Words("the end of the fate track", "koniec toru przeznaczenia"),
    "beorn": Words("Beorn came in time", "Beorn przybył na czas"),
    "bolg-slain": Words("Bolg is slain", "Bolg zgładzony"),
}
