"""A match as a person plays it in a terminal, whatever draws it: questions, answers, lookups, maps, the story so far.

Line mode (`services.cli.line_mode`) and the panes (`services.cli.terminal`) draw what stands here, and add nothing.
"""
