"""The Rummy tools: one file a command."""

from evenhand.cli.groups import group
from evenhand.cli.rummy.arrange import arrange
from evenhand.cli.rummy.check import check
from evenhand.cli.rummy.metrics import metrics
from evenhand.cli.rummy.watch import watch

app = group(
    "The game of Indian Rummy: melds, declarations, MinScore and MinDist.",
    *(arrange, check, metrics, watch),
)
