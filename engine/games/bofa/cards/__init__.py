"""What cards do: the vocabulary in which packs write them, and the behaviour of its words."""
