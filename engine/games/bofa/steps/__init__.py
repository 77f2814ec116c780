"""The phases of a turn in the order of the rulebook, and the steps of actions and combat within them."""
