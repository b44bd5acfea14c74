"""Results: posted one by one, together or as a stream; seen, corrected, voided."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack
from tempfile import SpooledTemporaryFile
from typing import IO, Annotated, Any

import msgspec
import numpy as np
from fastapi import APIRouter, Path, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse

from evenhand.ledger.corrections import correct, seq_of, void
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.posting import REJECTED, Posting
from evenhand.ledger.profile import Game, SeatChange, changes
from evenhand.ledger.results import MOST_PLAYERS, NewResult, ResultError, Seat
from evenhand.web.access import Corrector, Needs
from evenhand.web.answers import ResultAnswer, worst_status
from evenhand.web.api.effects import EffectAnswer, show_effect
from evenhand.web.api.ladders import DryRun, LadderPath
from evenhand.web.bodies import read_blocks, read_body
from evenhand.web.documented import KEY, OPTIONAL_KEY, problems
from evenhand.web.problems import Problem
from evenhand.web.schemas import (
    JSON,
    NDJSON,
    answer,
    asked,
    asks,
    check_media,
    decoded,
    gives,
    read,
    schema_of,
    takes,
)
from evenhand.web.service import Service, service_of

router = APIRouter(tags=["results"])
MOST_BYTES = 16 << 20  # of a list
MOST_RESULTS = 20_000  # of a list
MOST_STREAM = 4 << 30  # bytes
MOST_LINE = 64 << 10  # bytes
LOT = 1000  # lines of a stream that are committed together
IN_MEMORY = 8 << 20  # bytes of answers to a stream, before they are kept in a file


class _Named(msgspec.Struct):
    """Anything with an id."""

    id: str


_one = msgspec.json.Decoder(NewResult)
_named = msgspec.json.Decoder(_Named)
_encoder = msgspec.json.Encoder()
ResultPath = Annotated[str, Path(description="The id of a result.", max_length=800)]
may_write = Needs("results:write")


class HowPosted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How results are posted: all or, if one is rejected, none; or each for itself."""

    atomic: bool = False


class Correction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A result as it should have been; without ``played_at`` its time stays."""

    players: Annotated[list[Seat], msgspec.Meta(min_length=2, max_length=MOST_PLAYERS)]
    played_at: str | None = None
    id: str | None = None  # if given, that of the address


class ResultDetail(msgspec.Struct, frozen=True):
    """A result, whether it counts, and what it did if it does."""

    id: str
    seq: int
    counts: bool
    played_at: str | None = None
    players: list[SeatChange] = []


class Recent(msgspec.Struct, frozen=True):
    """Games that count, the last played first."""

    version: int
    games: list[Game]
    next: int | None = None


_POSTED = {
    **gives(ResultAnswer | list[ResultAnswer], 200, "What became of each result."),
    **gives(ResultAnswer, 201, "One result was accepted."),
    **problems(403, 404, 409, 413, 415, 422),
}
_POSTED[200]["content"][NDJSON] = {"schema": schema_of(ResultAnswer)}
_TAKEN: dict[str, Any] = takes(NewResult | list[NewResult]) | asks(HowPosted, "ladder")
_TAKEN["security"] = [{KEY: []}]
_TAKEN["requestBody"]["content"][NDJSON] = {"schema": schema_of(NewResult)}


@router.post(
    "/ladders/{ladder}/results",
    summary="Post results",
    responses=_POSTED,
    openapi_extra=_TAKEN,
)
async def post_results(request: Request) -> Response:
    """Post one result, a list, or a stream of lines (application/x-ndjson).

    The id of a result makes sure that it counts once, however often it is posted.  Answers to a
    list or a stream come in the order of the results.  A stream is committed in lots while it
    comes, and answered when it has ended.
    """
    service, access = service_of(request), await may_write(request)
    found = await service.see(request, request.path_params["ladder"])
    atomic = asked(request, HowPosted).atomic
    if check_media(request, JSON, NDJSON) == NDJSON:
        if not atomic:
            return await _post_stream(_lots(request, service, found, access.key))
        lines = (await read_body(request, MOST_BYTES)).splitlines()
        rows = [line for line in lines if line.strip()]
        answers = await _post(service, found, rows, access.key, True)
        return Response(_lines(answers), media_type=NDJSON)
    body = await read_body(request, MOST_BYTES)
    if not body.lstrip().startswith(b"["):
        return await _post_one(service, found, body, access.key)
    raw = decoded(body, list[msgspec.Raw])
    return answer(await _post(service, found, raw, access.key, atomic))


async def _post_one(service: Service, ladder: Ladder, body: bytes, by: str) -> Response:
    result = decoded(body, NewResult)
    answers = await service.writer.post(ladder, Posting([result], by))
    status = worst_status(answers)
    if status == 422:
        raise Problem(422, answers[0].problem, id=answers[0].id)
    return answer(answers[0], status)


async def _post(
    service: Service, ladder: Ladder, rows: Sequence[Any], by: str, atomic: bool
) -> list[ResultAnswer]:
    if len(rows) > MOST_RESULTS:
        raise Problem(413, f"at most {MOST_RESULTS:,} results can be posted together")
    answers = await service.writer.post(
        ladder, Posting([_read(row) for row in rows], by, atomic=atomic)
    )
    wrong = [
        {"where": f"result {place}", "problem": one.problem}
        for place, one in enumerate(answers, start=1)
        if one.status == REJECTED and not one.problem.startswith("not posted")
    ]
    if atomic and wrong:
        raise Problem(422, "nothing was posted", errors=wrong[:100])
    return answers


def _read(row: bytes | msgspec.Raw) -> NewResult | ResultError:
    try:
        return _one.decode(row)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
        return ResultError(str(problem), _id_of(row))


def _id_of(row: bytes | msgspec.Raw) -> str:
    """The id of something that is no result, if it has one."""
    try:
        return _named.decode(row).id[:200]
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""


async def _lots(
    request: Request, service: Service, ladder: Ladder, by: str
) -> AsyncIterator[bytes]:
    """Post the lines of a stream as they come, and give the answers."""
    waiting: list[bytes] = []
    async for lines in read_blocks(request, MOST_STREAM, MOST_LINE):
        waiting += [line for line in lines if line.strip()]
        while len(waiting) >= LOT:
            lot, waiting = waiting[:LOT], waiting[LOT:]
            yield _lines(await _post(service, ladder, lot, by, False))
    if waiting:
        yield _lines(await _post(service, ladder, waiting, by, False))


def _lines(answers: Sequence[ResultAnswer]) -> bytes:
    return _encoder.encode_lines(answers)


async def _post_stream(lots: AsyncIterator[bytes]) -> Response:
    """Post a stream, and keep the answers: most clients read none before they have sent all."""
    with ExitStack() as stack:
        kept = stack.enter_context(SpooledTemporaryFile(max_size=IN_MEMORY))
        async for lot in lots:
            kept.write(lot)
        size = kept.tell()
        kept.seek(0)
        if size <= IN_MEMORY:
            return Response(kept.read(), media_type=NDJSON)
        return StreamingResponse(_parts(kept, stack.pop_all()), media_type=NDJSON)


def _parts(kept: IO[bytes], until: ExitStack) -> Iterator[bytes]:
    with until:
        while part := kept.read(1 << 20):
            yield part


@router.get(
    "/ladders/{ladder}/results",
    summary="Recent results",
    responses={**gives(Recent), **problems(404, 422)},
    openapi_extra=OPTIONAL_KEY,
)
async def recent_results(
    request: Request,
    ladder: LadderPath,
    limit: Annotated[int, Query(ge=1, le=200)] = 20,
    before: Annotated[int | None, Query(ge=1, description="As `next` says.")] = None,
) -> Response:
    """Games that count with what each did to the ratings, the last played first."""
    service = service_of(request)
    found = await service.see(request, ladder)
    return answer(await run_in_threadpool(_recent, service.ledger, found, limit, before))


def _recent(ledger: Ledger, ladder: Ladder, limit: int, before: int | None) -> Recent:
    with ledger.database.reading() as connection, ladder.lock:
        stop: int | None = ladder.standing.games.count
        if before is not None:
            stop = ladder.standing.find(before)
            if stop is None:
                raise Problem(404, "that result counts no longer: start anew")
        start = max((stop or 0) - limit, 0)
        positions = np.arange(start, stop or 0, dtype=np.int64)[::-1]
        games = changes(connection, ladder, positions)
        return Recent(ladder.seq, games, games[-1].seq if start and games else None)


@router.get(
    "/ladders/{ladder}/results/{result:parts}",
    summary="A result",
    responses={**gives(ResultDetail), **problems(404, 422)},
    openapi_extra=OPTIONAL_KEY,
)
async def get_result(request: Request, ladder: LadderPath, result: ResultPath) -> Response:
    """A result, whether it counts, and what it did to the ratings of its players."""
    service = service_of(request)
    found = await service.see(request, ladder)
    return answer(await run_in_threadpool(_detail, service.ledger, found, result))


def _detail(ledger: Ledger, ladder: Ladder, name: str) -> ResultDetail:
    seq = seq_of(ledger, ladder, name)
    with ledger.database.reading() as connection, ladder.lock:
        at = ladder.standing.find(seq)
        if at is None:
            return ResultDetail(name, seq, False)
        game = changes(connection, ladder, np.array([at]))[0]
        return ResultDetail(name, seq, True, game.played_at, game.players)


@router.put(
    "/ladders/{ladder}/results/{result:parts}",
    summary="Correct a result",
    responses={**gives(EffectAnswer), **problems(403, 404, 409, 413, 415, 422)},
    openapi_extra=takes(Correction),
)
async def correct_result(
    request: Request,
    ladder: LadderPath,
    result: ResultPath,
    access: Corrector,
    dry_run: DryRun = False,
) -> Response:
    """Let a result be another, also one that was voided; games after it are rated again."""
    service = service_of(request)
    found = await service.see(request, ladder)
    given = await read(request, Correction)
    if given.id not in (None, result):
        raise Problem(422, "the id in the body is not that of the address")

    def work() -> EffectAnswer:
        seq_of(service.ledger, found, result)
        right = NewResult(id=result, players=given.players, played_at=given.played_at)
        try:
            _, effect = correct(service.ledger, found, right, by=access.key, dry_run=dry_run)
        except ResultError as problem:
            raise Problem(422, str(problem)) from None
        return show_effect(found, effect, dry_run)

    return answer(await service.write(work))


@router.delete(
    "/ladders/{ladder}/results/{result:parts}",
    summary="Void a result",
    responses={**gives(EffectAnswer), **problems(403, 404, 409, 422)},
)
async def void_result(
    request: Request,
    ladder: LadderPath,
    result: ResultPath,
    access: Corrector,
    dry_run: DryRun = False,
) -> Response:
    """Let a result count no longer; it stays in the log."""
    service = service_of(request)
    found = await service.see(request, ladder)

    def work() -> EffectAnswer:
        _, effect = void(service.ledger, found, result, by=access.key, dry_run=dry_run)
        return show_effect(found, effect, dry_run)

    return answer(await service.write(work))
