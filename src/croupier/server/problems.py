"""Answers over HTTP: JSON of our structs, and a Problem with its sentence for whatever goes wrong."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from croupier.core.errors import CroupierError, Unknown
from croupier.server.headers import is_foreign
from croupier.server.journal import warn
from croupier.server.messages import Problem
from croupier.server.proxies import told_scheme
from croupier.store.store import StoreError
from croupier.table.entries import UNREADABLE_JSON
from croupier.table.refusals import Refusal, RefusalCode

STATUS: dict[RefusalCode, int] = {
    "invalid": 400, "too_large": 413, "no_seat": 403, "not_host": 403, "not_your_decision": 409, "late": 409, "illegal": 409,
    "not_now": 409, "taken": 409, "unknown": 404, "flood": 429, "protocol": 400, "busy": 503,
}  # fmt: skip

Handler = Callable[[Request], Awaitable[Response]]
T = TypeVar("T")


class Trouble(CroupierError):
    """Turned into a Problem with this code."""

    def __init__(self, code: RefusalCode, sentence: str) -> None:
        super().__init__(sentence)
        self.code: RefusalCode = code


def answer(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(body), status, {"cache-control": "no-store", **(headers or {})}, "application/json")


def problem(code: RefusalCode, sentence: str) -> Response:
    return answer(Problem(code, sentence), STATUS[code])


def accepted(outcome: T | Refusal) -> T:
    """The outcome, or Trouble where it is a refusal."""
    if isinstance(outcome, Refusal):
        raise Trouble(outcome.code, outcome.sentence)
    return outcome


def guarded(handler: Handler) -> Handler:
    """Errors become Problems. Requests that change something must not come from a foreign page."""

    async def guard(request: Request) -> Response:
        try:
            if request.method == "POST" and is_foreign(request.headers, told_scheme(request.scope)):
                raise Trouble("protocol", "This request comes from a page of another address; use the page of this server.")
            return await handler(request)
        except Trouble as trouble:
            return problem(trouble.code, str(trouble))
        except StoreError as error:
            return problem("busy", error.public)
        except Unknown as error:
            return problem("unknown", str(error))
        except CroupierError as error:
            return problem("invalid", str(error))
        except ClientDisconnect:
            return Response(status_code=400)
        except Exception as error:
            warn("request_failed", error, path=request.url.path)
            return answer(Problem("busy", "The server could not do this; nothing was changed. Try again."), 500)

    return guard


async def read(request: Request, kind: type[T], most: int) -> T:
    """The body as that struct; Trouble when it is too large or cannot be read."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise Trouble("too_large", f"A request has at most {most} bytes.")
    try:
        return msgspec.json.decode(body, type=kind)
    except UNREADABLE_JSON as error:
        raise Trouble("invalid", f"This request cannot be read: {error}.") from None
