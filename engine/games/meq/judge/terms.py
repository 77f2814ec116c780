"""What a position at the start of a round is made of, by name: what a learned evaluation adds up.

Each side counts the same and weighs it differently: what is good for the heroes is bad for Sauron.
"""

from engine.core.game import Terms
from engine.core.words import Words
from engine.games.meq.cards.registry import MISSION_GOALS
from engine.games.meq.judge.evaluation import SAFE_CARDS, plot_worth
from engine.games.meq.rules.dominance import hero_distance, sauron_distance, steps_left
from engine.games.meq.rules.story import SAURON_MARKERS, pace
from engine.games.meq.state import GameState

MOST_STEPS = 12
"""More story steps than that are counted as these: nobody gets there."""
WORDS = {
    "hero-spaces": Words("a space that the heroes are short of the Finale", "pole, którego bohaterom brak do Finału"),
    "sauron-spaces": Words("a space that Sauron is short of his aim", "pole, którego Sauronowi brak do celu"),
    "hero-steps": Words("a story step that the heroes need at this pace", "krok Opowieści potrzebny bohaterom"),
    "sauron-steps": Words("a story step that Sauron needs at this pace", "krok Opowieści potrzebny Sauronowi"),
    "sauron-markers": Words("a space of Sauron's markers together", "pole wszystkich znaczników Saurona razem"),
    "hero-mission": Words("the heroes' mission fulfilled", "spełniona misja bohaterów"),
    "sauron-mission": Words("Sauron's mission fulfilled", "spełniona misja Saurona"),
    "favor": Words("a favor of the heroes", "przysługa bohaterów"),
    "favor-to-find": Words("a favor on the board", "przysługa na planszy"),
    "levels": Words("a trait raised", "podniesiona cecha"),
    "items": Words("an item", "przedmiot"),
    "quests": Words("a quest completed", "ukończone zadanie"),
    "corruption": Words("a corruption card on a hero", "karta korupcji na bohaterze"),
    "cards": Words("a card that a hero can still draw or play", "karta, którą bohater może dobrać lub zagrać"),
    "resting": Words("a card in a rest pool", "karta w puli odpoczynku"),
    "tired": Words("a card short of safety", "karta, której brak do bezpieczeństwa"),
    "influence": Words("an influence on the board", "wpływ na planszy"),
    "pool": Words("an influence in the Shadow Pool", "wpływ w Puli Cienia"),
    "monsters": Words("a monster token on the board", "żeton potwora na planszy"),
    "minions": Words("a minion on the board", "sługa na planszy"),
    "wounds": Words("a damage on a minion", "rana sługi"),
    "plots": Words("an active plot", "aktywna Intryga"),
    "plot-cards": Words("a Plot card in Sauron's hand", "karta Intrygi na ręce Saurona"),
    "plot-to-come": Words("how near the best Plot card is to play", "jak blisko zagrania jest najlepsza karta Intrygi"),
    "shadow-cards": Words("a Shadow card in Sauron's hand", "karta Cienia na ręce Saurona"),
}


def count(s: GameState, _seat: int) -> dict[str, float]:
    """How much of each term there is."""
    hero_steps, sauron_steps = steps_left(s, pace(s))
    alive = [len(hero.life) + len(hero.hand) for hero in s.heroes]
    return {
        "hero-spaces": hero_distance(s),
        "sauron-spaces": sauron_distance(s),
        "hero-steps": min(hero_steps, MOST_STEPS),
        "sauron-steps": min(sauron_steps, MOST_STEPS),
        "sauron-markers": sum([s.story[marker] for marker in SAURON_MARKERS]),
        "hero-mission": _met(s, s.hero_mission),
        "sauron-mission": _met(s, s.sauron_mission),
        "favor": sum([hero.favor for hero in s.heroes]),
        "favor-to-find": sum(s.favor),
        "levels": sum([sum(hero.levels) for hero in s.heroes]),
        "items": sum([len(hero.items) for hero in s.heroes]),
        "quests": sum([hero.completed for hero in s.heroes]),
        "corruption": sum([len(hero.corruption) for hero in s.heroes]),
        "cards": sum(alive),
        "resting": sum([len(hero.rest) for hero in s.heroes]),
        "tired": sum([max(0, SAFE_CARDS - cards) for cards in alive]),
        "influence": sum(s.influence),
        "pool": s.pool,
        "monsters": len(s.tokens),
        "minions": sum([place >= 0 for place in s.minions]),
        "wounds": sum([hurt for place, hurt in zip(s.minions, s.minion_damage, strict=True) if place >= 0]),
        "plots": len(s.plots),
        "plot-cards": len(s.plot_hand),
        "plot-to-come": max((plot_worth(s, card) for card in s.plot_hand), default=0.0),
        "shadow-cards": len(s.shadow_hand),
    }


def _met(s: GameState, mission: list[int]) -> float:
    """Whether a mission is fulfilled so far; 0 before it is dealt."""
    return float(bool(mission) and MISSION_GOALS[mission[0]].met(s))


TERMS = Terms(count, WORDS)
