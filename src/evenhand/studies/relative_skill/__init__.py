"""Relative skill (Borm and van der Genugten): skill compared with skill and foresight.

Played out with bots of Ludo, Rummy and Skat; called from Python only.
"""

from evenhand.studies.relative_skill.ludo import ludo_relative_skill
from evenhand.studies.relative_skill.measure import (
    RelativeSkill,
    estimate_relative_skill,
    relative_skill,
)
from evenhand.studies.relative_skill.rummy import rummy_relative_skill
from evenhand.studies.relative_skill.skat import skat_relative_skill
from evenhand.studies.study import Study

__all__ = [
    "RelativeSkill",
    "estimate_relative_skill",
    "ludo_relative_skill",
    "relative_skill",
    "rummy_relative_skill",
    "skat_relative_skill",
]

STUDIES: tuple[Study, ...] = ()
