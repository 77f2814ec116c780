"""The game's verbs, a module for each: what the phases of the turn and the cards do."""
