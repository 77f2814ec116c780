"""What the cards do: a module per deck or encounter set, in which one card is one block."""
