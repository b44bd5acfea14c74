"""For those who run the service: is it well, and how busy."""

from collections.abc import Iterator
from time import perf_counter

from fastapi import APIRouter, Request
from prometheus_client import CollectorRegistry, Counter, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from evenhand.ledger.migrations import check_current
from evenhand.web.schemas import answer
from evenhand.web.service import Service, service_of

router = APIRouter(tags=["operations"])
TEXT = "text/plain; version=0.0.4; charset=utf-8"
STEPS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
OTHER = "other"  # addresses that no route has, so that nobody can make up series


class Measured:
    """What is counted for Prometheus."""

    def __init__(self, service: Service) -> None:
        self.registry = CollectorRegistry()
        self.requests = Counter(
            "evenhand_requests", "Requests.", ["method", "route", "status"], registry=self.registry
        )
        self.seconds = Histogram(
            "evenhand_request_seconds", "Until the answer begins.", ["route"], buckets=STEPS,
            registry=self.registry,
        )  # fmt: skip
        self.registry.register(_Ledger(service))


class _Ledger(Collector):
    """How far the ladders are, told when asked."""

    def __init__(self, service: Service) -> None:
        self.service = service

    def collect(self) -> Iterator[GaugeMetricFamily | CounterMetricFamily]:
        """All numbers now; ladders by number, since a private one's id is nobody's business."""
        service = self.service
        entries = GaugeMetricFamily("evenhand_ladder_seq", "Entries.", labels=["ladder"])
        games = GaugeMetricFamily("evenhand_ladder_games", "Games that count.", labels=["ladder"])
        for ladder in service.ledger.loaded():
            entries.add_metric([str(ladder.number)], ladder.seq)
            games.add_metric([str(ladder.number)], ladder.standing.games.count)
        yield entries
        yield games
        yield CounterMetricFamily(
            "evenhand_commits", "Transactions of results.", service.writer.commits
        )
        yield GaugeMetricFamily(
            "evenhand_waiting", "Requests that wait to write.", service.writer.waiting
        )
        yield GaugeMetricFamily("evenhand_streams", "Who listens.", service.streams.taken)


class Counting:
    """Counts requests by route and status, as pure ASGI middleware."""

    def __init__(self, app: ASGIApp, measured: Measured) -> None:
        self.app, self.measured = app, measured
        self._counters: dict[tuple[str, str, int], Counter] = {}
        self._seconds: dict[str, Histogram] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        begin = perf_counter()

        async def counting(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._count(scope, message["status"], perf_counter() - begin)
            await send(message)

        await self.app(scope, receive, counting)

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path_format", OTHER).removeprefix("/api/v1")
        method = scope["method"] if route != OTHER else OTHER
        key = (method, route, status)
        if key not in self._counters:
            self._counters[key] = self.measured.requests.labels(*key)
            self._seconds.setdefault(route, self.measured.seconds.labels(route))
        self._counters[key].inc()
        self._seconds[route].observe(seconds)


@router.get("/healthz", summary="Is the service well?", include_in_schema=False)
async def health(request: Request) -> Response:
    """200 once all ladders are read and the database answers, else 503."""
    service = service_of(request)
    try:
        await run_in_threadpool(check_current, service.ledger.database)
        well = service.ready
    except Exception:
        well = False
    return answer({"status": "ok" if well else "not ready"}, 200 if well else 503)


@router.get("/metrics", summary="Numbers for Prometheus", include_in_schema=False)
async def metrics(request: Request) -> Response:
    """Counters and gauges in the text format of Prometheus."""
    measured: Measured = request.app.state.measured
    return Response(generate_latest(measured.registry), media_type=TEXT)
