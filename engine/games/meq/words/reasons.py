"""Why a match ended, in words."""

from engine.core.words import Words

REASONS = {
    "mission": Words("the mission is fulfilled", "misja wypełniona"),
    "ringwraiths-defeated": Words("the Ringwraiths fall in the last combat", "Ringwraiths padają w ostatniej walce"),
    "champion-failed": Words(
        "the Ringwraiths withstand the heroes' champion", "Ringwraiths opierają się przedstawicielowi bohaterów"
    ),
}
