"""Live ratings that lose nothing and can be corrected: a log, and what follows from it."""
