"""The rulebook's phases as steps, one module per chapter."""
