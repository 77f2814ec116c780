"""The vocabulary cards are written in: a part does something and says it, and a card is made of parts."""
