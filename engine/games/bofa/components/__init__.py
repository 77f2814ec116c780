"""The components a match is played with: packs of board, figures, tokens and cards, read from data files.

`library` gives the packs by name; `pack` is one of them, ready for play.
"""
