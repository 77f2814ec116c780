"""The archive service: a record of every match that anyone can replay, and copies of those in play."""
