"""The closed vocabulary in which a component pack writes what its cards do: a word that is not here is a fault.

`orders`, `combat` and `lasting` hold the operations, each a class under its own name; cards/registry.py says what they
do, and docs/games/bofa.md lists them for those who write a pack.
"""
