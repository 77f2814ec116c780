"""The archive: every match as a record that anyone can replay, and a second copy of those in play."""
