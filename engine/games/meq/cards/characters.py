"""Characters: what they do for a hero who does not take their favor (p. 24)."""

from engine.games.meq.cards.parts.combine import spend
from engine.games.meq.cards.parts.hero import item, level, training
from engine.games.meq.cards.parts.sauron import ADVANCE_HEROES, pool_loses, sauron_discards_shadow
from engine.games.meq.cards.registry import CHARACTER_EFFECTS
from engine.games.meq.components.schema import AGILITY, STRENGTH, WISDOM

character = CHARACTER_EFFECTS.card

character("aragorn", level(AGILITY))
character("boromir", level(STRENGTH))
character("dain", training(2))
character("denethor", spend(3, ADVANCE_HEROES))
character("gandalf", level(WISDOM))
character("saruman", sauron_discards_shadow(2))
character("theoden", item("horse"))
character("thranduil", pool_loses(2))
