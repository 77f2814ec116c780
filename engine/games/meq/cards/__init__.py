"""What the cards do, one module per deck, in a small vocabulary of effects."""
