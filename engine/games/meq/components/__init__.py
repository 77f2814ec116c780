"""What is in the box: cards, tokens and figures as the data files have them."""
