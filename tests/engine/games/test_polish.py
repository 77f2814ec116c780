"""Names are Polish in Polish, and texts call things by them."""

import pytest

import engine
from engine.core.layout import Layout, Text

OWN_NAMES = {
    "lotr": {
        "Aragorn", "Beorn", "Denethor", "Faramir", "Gandalf", "Gimli", "Glorfindel", "Gléowine", "Glóin", "Legolas",
        "Thalin", "Théodred",
    },
    "meq": {
        # people
        "Aragorn", "Argalad", "Beravor", "Boromir", "Denethor", "Dáin II", "Eleanor", "Eometh", "Gandalf",
        "Iarwain Ben-adar", "Saruman", "Thranduil", "Thálin", "Théoden",
        # monsters
        "Agent", "Balrog", "Huorn", "Snaga", "Uruk-hai",
        # places
        "Amon Hen", "Anfalas", "Barad-dûr", "Belfalas", "Bree", "Dagorlad", "Dol Guldur", "Dunharrow", "Dunland",
        "Edoras", "Emyn Engrin", "Emyn Muil", "Enedwaith", "Erebor", "Ered Mithrin", "Eregion", "Eriador", "Fangorn",
        "Fornost", "Forodwaith", "Gondor", "Harlindon", "Imladris", "Isengard", "Khazad-dûm", "Lothlórien",
        "Minas Morgul", "Minas Tirith", "Mordor", "Moria", "Morthond", "Osgiliath", "Pelargir", "Rhosgobel", "Rhudaur",
        "Rhûn", "Rivendell", "Rohan", "Shire, Baggins", "Tharbad",
    },
}  # fmt: skip
"""Names that are the same in both languages."""


def layout_of(game: str) -> Layout:
    """The layout of a game's first scenario; its components are the whole box."""
    loaded = engine.load(game)
    assert loaded.layout is not None
    return loaded.layout(loaded.setting(loaded.scenarios[-1].id))


def names_of(layout: Layout) -> list[Text]:
    """What components, places and regions are called."""
    mapped = [] if layout.map is None else [one.name for one in (*layout.map.places, *layout.map.regions)]
    return [one.name for one in layout.components] + mapped


@pytest.mark.parametrize("game", OWN_NAMES)
def test_only_proper_names_are_the_same_in_both_languages(game: str) -> None:
    assert {name.en for name in names_of(layout_of(game)) if name.en == name.pl} <= OWN_NAMES[game]


@pytest.mark.parametrize("game", ["bofa", "lotr", "meq", "wotr"])
def test_polish_texts_call_things_by_their_polish_names(game: str) -> None:
    layout = layout_of(game)
    english = {name.en for name in names_of(layout) if name.en not in name.pl and len(name.en) > 4}
    english -= {name.pl for name in names_of(layout)}
    texts = [text for one in layout.components for text in (one.text.pl, one.values.pl)]
    texts += [zone.title.pl for zone in layout.zones]
    assert [(name, text) for text in texts for name in english if name in text] == []
