"""The terminal client in panes, on Textual: board, map, log, card and options that stay in sight, by keys and mouse."""
