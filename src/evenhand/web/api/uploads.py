"""Files of clubs: read, shown row by row, posted, undone."""

import hashlib
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Request
from sqlalchemy import select
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from evenhand.ledger.corrections import post, undo_upload
from evenhand.ledger.importing.upload_ids import upload_id
from evenhand.ledger.ladder import Ladder
from evenhand.ledger.ledger import Ledger
from evenhand.ledger.posting import ACCEPTED, DUPLICATE, REJECTED, Posting, Verdict
from evenhand.ledger.results import NewResult, ResultError, Seat, show_time
from evenhand.ledger.schema import uploads
from evenhand.ledger.uploads import Limits, Upload, UploadedGame, UploadError, read_upload
from evenhand.web.access import Corrector, Reader, Writer
from evenhand.web.api.effects import EffectAnswer, show_effect
from evenhand.web.api.ladders import DryRun, LadderPath
from evenhand.web.bodies import read_body
from evenhand.web.documented import problems
from evenhand.web.problems import Problem
from evenhand.web.schemas import answer, gives
from evenhand.web.service import Service, service_of

router = APIRouter(tags=["uploads"])
LIMITS = Limits()
MOST_COMPARED = 100_000  # names that those of a file are compared with
CSV = "text/csv"
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ANY = "application/octet-stream"


class RowProblem(msgspec.Struct, frozen=True):
    """What is wrong with a file, or doubtful, and where."""

    row: int | None  # from 1 below the column names
    column: str
    problem: str


class UploadAnswer(msgspec.Struct, frozen=True):
    """What a file brings, or would bring; with problems it brings nothing."""

    id: str
    kind: str
    rows: int
    games: int
    accepted: int
    duplicates: int
    problems: list[RowProblem]
    warnings: list[RowProblem]  # names that look alike
    new_players: list[str]
    effect: EffectAnswer


class UploadHead(msgspec.Struct, frozen=True):
    """A file that was posted."""

    id: str
    kind: str
    first: int  # sequence numbers of its results
    last: int
    posted_at: str
    undone: bool


@router.post(
    "/ladders/{ladder}/uploads",
    status_code=201,
    summary="Upload a file of results",
    responses={
        **gives(UploadAnswer, 200, "What the file would bring, or that nothing was new."),
        **gives(UploadAnswer, 201, "What the file brought."),
        **problems(403, 404, 409, 413, 422),
    },
    openapi_extra={
        "requestBody": {
            "required": True,
            "content": {
                media: {"schema": {"type": "string", "format": "binary"}}
                for media in (CSV, XLSX, ANY)
            },
        }
    },
)
async def upload_file(
    request: Request,
    ladder: LadderPath,
    access: Writer,
    filename: Annotated[str, Query(max_length=300, description="As evening.csv.")] = "",
    dry_run: DryRun = False,
) -> Response:
    """A Seeger list, or games as the documentation of files says, as CSV, XLSX or Parquet.

    All rows count or none.  The same file twice counts once; a file that was undone can be
    uploaded again.
    """
    service = service_of(request)
    found = await service.see(request, ladder)
    content = await read_body(request, LIMITS.size)
    status, told = await take_file(service, found, content, filename, access.key, dry_run)
    if told.problems and not dry_run:
        errors = [{"where": _where(one), "problem": one.problem} for one in told.problems]
        raise Problem(422, "nothing was posted", errors=errors)
    return answer(told, status)


async def take_file(
    service: Service, ladder: Ladder, content: bytes, filename: str, by: str, dry_run: bool
) -> tuple[int, UploadAnswer]:
    """Post what a file has, or see what that would do: the status of the answer, and the answer."""
    file = await run_in_threadpool(_read, content, filename, ladder)
    name = await run_in_threadpool(_name, service.ledger, ladder, content)
    return await service.write(lambda: _post(service.ledger, ladder, file, name, by, dry_run))


def _read(content: bytes, filename: str, ladder: Ladder) -> Upload:
    try:
        known = ladder.roster.names
        return read_upload(
            content, filename, limits=LIMITS, known=known if len(known) <= MOST_COMPARED else ()
        )
    except UploadError as problem:
        raise Problem(422, str(problem)) from None


def _where(problem: RowProblem) -> str:
    row = "file" if problem.row is None else f"row {problem.row}"
    return f"{row}, column {problem.column}" if problem.column else row


def _name(ledger: Ledger, ladder: Ladder, content: bytes) -> str:
    """An id for a file: the same for the same content, unless that was undone."""
    return upload_id(ledger, ladder, hashlib.sha256(content).hexdigest())


def _post(
    ledger: Ledger, ladder: Ladder, file: Upload, name: str, by: str, dry_run: bool
) -> tuple[int, UploadAnswer]:
    """Post what a file has, or see what that would do."""
    nothing = show_effect(ladder, None, dry_run)
    wrong = [RowProblem(one.row, one.column, one.problem) for one in file.problems]
    doubtful = [RowProblem(one.row, one.column, one.problem) for one in file.warnings]
    told = UploadAnswer(
        name, file.kind, file.rows, len(file.games), 0, 0, wrong, doubtful, [], nothing
    )
    if wrong or not file.games:
        return 200, told
    new = _new_players(ladder, file)
    posting = Posting(
        [_result(game, name) for game in file.games], by, atomic=True, upload=name, kind=file.kind
    )
    checked, effect = post(ledger, ladder, [posting], dry_run=dry_run, effects=True)
    verdicts = checked[0].verdicts
    told = msgspec.structs.replace(
        told,
        accepted=sum(one.status == ACCEPTED for one in verdicts),
        duplicates=sum(one.status == DUPLICATE for one in verdicts),
        problems=_rejections(file, verdicts),
        new_players=new,
        effect=show_effect(ladder, effect, dry_run),
    )
    return (201 if told.accepted and not dry_run else 200), told


def _new_players(ladder: Ladder, file: Upload) -> list[str]:
    names = {player for game in file.games for player in game.players}
    return sorted(name for name in names if ladder.roster.find(name) is None)


def _rejections(file: Upload, verdicts: list[Verdict]) -> list[RowProblem]:
    return [
        RowProblem(game.row, "", verdict.problem)
        for game, verdict in zip(file.games, verdicts, strict=True)
        if verdict.status == REJECTED and not verdict.problem.startswith("not posted")
    ]


def _result(game: UploadedGame, upload: str) -> NewResult | ResultError:
    name, nothing = f"{upload}/{game.key}", (None,) * len(game.players)
    seats = zip(game.players, game.scores, game.luck or nothing, game.teams or nothing, strict=True)
    try:
        time = None if game.played_at is None else show_time(game.played_at)
    except OverflowError:
        return ResultError("the time is in no year from 1 to 9999", name)
    return NewResult(id=name, players=[Seat(*seat) for seat in seats], played_at=time)


@router.get(
    "/ladders/{ladder}/uploads",
    summary="Files that were uploaded",
    responses={**gives(list[UploadHead]), **problems(403, 404, 422)},
)
async def list_uploads(
    request: Request,
    ladder: LadderPath,
    access: Reader,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> Response:
    """The latest files first, and whether they were undone."""
    service = service_of(request)
    found = await service.see(request, ladder)
    return answer(await run_in_threadpool(heads_of, service.ledger, found, limit))


def heads_of(ledger: Ledger, ladder: Ladder, limit: int) -> list[UploadHead]:
    """The files that were posted last, the latest first."""
    query = select(uploads).where(uploads.c.ladder == ladder.number)
    with ledger.database.reading() as connection:
        latest = query.order_by(uploads.c.first.desc()).limit(limit)
        return [
            UploadHead(
                row.id, row.kind, row.first, row.last, show_time(row.at), row.undone_at is not None
            )
            for row in connection.execute(latest)
        ]


@router.delete(
    "/ladders/{ladder}/uploads/{upload}",
    summary="Undo an upload",
    responses={**gives(EffectAnswer), **problems(403, 404, 409, 422)},
)
async def undo(
    request: Request,
    ladder: LadderPath,
    upload: Annotated[str, Path(max_length=100)],
    access: Corrector,
    dry_run: DryRun = False,
) -> Response:
    """Let no result of a file count."""
    service = service_of(request)
    found = await service.see(request, ladder)

    def work() -> EffectAnswer:
        effect = undo_upload(service.ledger, found, upload, by=access.key, dry_run=dry_run)
        return show_effect(found, effect, dry_run)

    return answer(await service.write(work))
