"""The distributed server: a package for each service, and below them what they share, in the layers of ARCHITECTURE.md.

Everything here stands on the public engine API alone; a game joins by being registered."""
