"""Why a match ended, in words."""

from engine.core.words import Words

REASONS = {
    "mission": Words("the mission is fulfilled", "misja wypełniona"),
    "ringwraiths_defeated": Words("the Ringwraiths fall in the last combat", "Ringwraiths padają w ostatniej walce"),
    "champion_failed": Words(
        "the heroes' champion falls in the last combat", "obrońca bohaterów pada w ostatniej walce"
    ),
}
