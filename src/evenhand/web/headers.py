"""Headers that keep browsers from doing more than they should with an answer."""

from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'self'; frame-ancestors 'none'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'"
)
ALWAYS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"content-security-policy", POLICY.encode()),
    (b"cross-origin-opener-policy", b"same-origin"),
]
WITH_KEY = [*ALWAYS, (b"cache-control", b"no-store")]
SERVER = (b"server", b"evenhand")  # so that the server under us does not name itself


class SafeHeaders:
    """Adds them to every answer, where the route has not set its own.

    Answers to requests with a key are kept nowhere unless the route says so.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        has_key = any(name == b"authorization" for name, _ in scope["headers"])
        wanted = WITH_KEY if has_key else ALWAYS

        async def add(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = [pair for pair in message.get("headers", ()) if pair[0] != b"server"]
                names = {name for name, _ in own}
                own += [pair for pair in wanted if pair[0] not in names]
                message["headers"] = [*own, SERVER]
            await send(message)

        await self.app(scope, receive, add)
