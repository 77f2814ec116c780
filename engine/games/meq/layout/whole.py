"""All that a board of one setting is drawn from, beside the observation."""

from engine.core.game import Setting
from engine.core.layout import Layout
from engine.core.layout_parts import component_layouts, seat_layouts, word_layouts
from engine.games.meq.components.box import REFERENCES
from engine.games.meq.components.listing import components
from engine.games.meq.layout.areas import area_zones
from engine.games.meq.layout.drawing import map_layout
from engine.games.meq.layout.references import SEATS
from engine.games.meq.layout.tracks import tracks
from engine.games.meq.words.titles import WORDS


def layout(setting: Setting) -> Layout:
    """What a board of a setting is drawn from; settings differ in the number of heroes only."""
    return Layout(
        game="meq",
        scenario=setting.scenario,
        seats=seat_layouts(setting.roles, SEATS[: setting.seats]),
        zones=area_zones(setting),
        map=map_layout(),
        tracks=tracks(setting),
        components=component_layouts(components(setting), REFERENCES),
        words=word_layouts(WORDS),
    )
