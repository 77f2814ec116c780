"""What the operations of an order do (vocabulary/orders.py), by the part of the game they change.

An operation on a place is only carried out where a place has been picked: `frame.place` is one then.
"""
