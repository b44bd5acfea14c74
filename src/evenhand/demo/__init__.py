"""A lively world to look at: a Skat league, a Rummy and a Ludo arena whose bots keep playing."""
