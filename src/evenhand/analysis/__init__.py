"""How much of a game is skill, and how much chance."""

from evenhand.analysis.analyse import Analysis, analyse
from evenhand.analysis.best_fit import BestFit, best_fit
from evenhand.analysis.needed import chance_of_spread, games_needed, lead_chance
from evenhand.analysis.received import Received, luck_received
from evenhand.analysis.references import REFERENCES, Reference, place_of
from evenhand.analysis.relative import RelativeSkill, relative_skill
from evenhand.analysis.spread import Interval

__all__ = [
    "REFERENCES",
    "Analysis",
    "BestFit",
    "Interval",
    "Received",
    "Reference",
    "RelativeSkill",
    "analyse",
    "best_fit",
    "chance_of_spread",
    "games_needed",
    "lead_chance",
    "luck_received",
    "place_of",
    "relative_skill",
]
