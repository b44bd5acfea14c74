"""The Skat tools: one file a command."""

from evenhand.cli.groups import group
from evenhand.cli.skat.bid import bid
from evenhand.cli.skat.correct import correct
from evenhand.cli.skat.discard import discard
from evenhand.cli.skat.luck import luck
from evenhand.cli.skat.play import play
from evenhand.cli.skat.score import score
from evenhand.cli.skat.solve import solve
from evenhand.cli.skat.value import value

app = group(
    "The game of Skat: play, bid, score lists, game values, the solver.",
    *(play, bid, discard, score, correct, luck, value, solve),
)
