"""Against the Shadow: the rulebook's bot, which plays the Shadow without a seat."""
