"""The ladders service: bots at fixed versions, pairs between them for as long as there is something to learn."""
