"""Middle-earth Quest: one seat plays Sauron, one to three play heroes."""
