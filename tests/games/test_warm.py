"""What games compile beforehand: every kernel once, and nothing twice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
from evenhand import compiled, games
compiled.compile_always()
for name in games.names():
    assert list(games.game(name).warm()), f"{name} has nothing to compile"
    kernels = compiled.kernels(f"evenhand.games.{name}")
    found = {str(one): compiled.signatures(one) for one in kernels}
    twice = {one: kinds for one, kinds in found.items() if len(kinds) > 1}
    assert not twice, twice
    assert any(found.values()), f"{name} has compiled nothing"
"""


def warm_all(**environment: str) -> None:
    subprocess.run([sys.executable, "-c", CODE], check=True, env=os.environ | environment)


def test_every_kernel_is_compiled_for_one_signature() -> None:
    warm_all()


@pytest.mark.slow
def test_every_kernel_is_compiled_for_one_signature_from_scratch(tmp_path: Path) -> None:
    warm_all(XDG_CACHE_HOME=str(tmp_path))  # also kernels that only kernels call
