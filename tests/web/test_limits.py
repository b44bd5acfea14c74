"""Token buckets against their definition, bounded memory, and places for streams."""

from collections.abc import AsyncIterator, Iterator
from typing import Annotated

import pytest
from fastapi import Depends, FastAPI
from hypothesis import given, strategies as st
from starlette.responses import StreamingResponse

from evenhand.web.limits import Buckets, Places, refuse
from evenhand.web.problems import Problem

from .asking import Client


class Clock:
    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


class PlainBucket:
    """Tokens that are counted, as in the textbook."""

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate, self.burst, self.tokens, self.last = rate, burst, burst, now

    def take(self, now: float) -> bool:
        self.tokens = min(self.tokens + (now - self.last) * self.rate, self.burst)
        self.last = now
        enough = self.tokens >= 1.0
        self.tokens -= enough
        return enough


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 12)), max_size=150))
def test_buckets_do_what_counted_tokens_do(asked: list[tuple[str, int]]) -> None:
    clock = Clock()
    buckets = Buckets(4.0, 6.0, clock=clock)  # a quarter second each: exact in binary
    plain = {name: PlainBucket(4.0, 6.0, clock.time) for name in "abc"}
    for name, quarters in asked:
        clock.time += quarters / 4.0
        free = buckets.wait(name) == 0.0
        assert free == (buckets.take(name) == 0.0) == plain[name].take(clock.time)


def test_after_the_seconds_that_are_told_there_is_a_request() -> None:
    clock = Clock()
    buckets = Buckets(2.0, 3.0, clock=clock)
    assert [buckets.take("x") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert buckets.take("y") == 0.0
    clock.time += 0.5
    assert buckets.take("x") == 0.0
    assert buckets.take("x") == 0.5


def test_a_rate_of_0_is_no_limit_and_takes_no_memory() -> None:
    buckets = Buckets(0.0, 1.0)
    assert not any(buckets.take(f"{number}") for number in range(1000))
    assert len(buckets) == 0


def test_memory_is_bounded_whoever_asks() -> None:
    clock = Clock()
    buckets = Buckets(1.0, 10.0, most=100, clock=clock)
    for number in range(10_000):
        buckets.take(f"{number}")
        assert len(buckets) <= 100


def test_buckets_that_are_full_again_go() -> None:
    clock = Clock()
    buckets = Buckets(1.0, 10.0, clock=clock)
    for number in range(50):
        buckets.take(f"{number}")
    for _ in range(2):
        clock.time += 10.0
        buckets.take("x")
    assert len(buckets) <= 2


@pytest.mark.parametrize(("seconds", "told"), [(0.001, "1"), (1.0, "1"), (2.5, "3")])
def test_who_asks_too_often_is_told_when_to_come_again(seconds: float, told: str) -> None:
    answer = refuse(seconds).response()
    assert (answer.status_code, answer.headers["retry-after"]) == (429, told)


def test_places_are_limited_in_all_and_for_each() -> None:
    places = Places(3, 2)
    with places.taking("a"), places.taking("a"):
        with pytest.raises(Problem), places.taking("a"):
            pass
        with places.taking("b"), pytest.raises(Problem), places.taking("c"):
            pass
        assert places.taken == 2
    assert places.taken == 0


def test_a_place_is_free_again_after_an_error() -> None:
    places = Places(1, 1)
    for _ in range(3):
        with pytest.raises(RuntimeError), places.taking("a"):
            raise RuntimeError
    assert places.taken == 0


def test_a_place_is_kept_until_the_stream_has_ended() -> None:
    app, places = FastAPI(), Places(1, 1)
    taken = []

    async def place() -> AsyncIterator[None]:
        with places.taking("a"):
            yield

    @app.get("/stream")
    async def stream(_: Annotated[None, Depends(place)]) -> StreamingResponse:
        def parts() -> Iterator[bytes]:
            for _ in range(3):
                taken.append(places.taken)
                yield b"x"

        return StreamingResponse(parts())

    for _ in range(2):
        assert Client(app)("GET", "/stream").content == b"xxx"
    assert taken == [1] * 6
    assert places.taken == 0
