"""What is in the box: the cards as printed, and the decks made of them."""
