"""Relative skill (Borm and van der Genugten): skill compared with skill and foresight.

The modules ``ludo``, ``rummy`` and ``skat`` play it out with bots; called from Python only.
"""

from evenhand.studies.study import Study

STUDIES: tuple[Study, ...] = ()
