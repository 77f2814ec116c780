"""The distributed server: engine pools, matchmaking, bots and the archive.

Everything here stands on the public engine API alone; a game joins by being registered."""
