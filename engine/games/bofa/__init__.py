"""The Battle of Five Armies, played with a component pack."""
