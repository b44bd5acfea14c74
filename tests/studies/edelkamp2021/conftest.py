"""Studies on a made-up population."""

import pytest

from evenhand.studies.edelkamp2021 import population
from tests.studies.stand_in import play_stand_in


@pytest.fixture
def _stand_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(population, "play", play_stand_in)
