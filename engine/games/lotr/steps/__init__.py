"""The phases of the rulebook as steps, one module per chapter; setup before them, victory after."""
