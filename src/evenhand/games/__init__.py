"""The games, each with its rules, scoring and solver."""
