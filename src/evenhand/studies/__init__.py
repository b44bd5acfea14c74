"""Studies: the tables and figures of papers made again, a package a paper."""

from evenhand.studies.registry import every_study, find_studies
from evenhand.studies.study import Report, Setting, Size, Study

__all__ = ["Report", "Setting", "Size", "Study", "every_study", "find_studies"]
