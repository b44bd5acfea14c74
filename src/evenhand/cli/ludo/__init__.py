"""The Ludo tools: one file a command."""

from evenhand.cli.groups import group
from evenhand.cli.ludo.watch import watch

app = group("Ludo for two with three dice: games by bots, move by move.", watch)
