"""The browser client, as it was built into the package: one page for every table, and its files."""

from __future__ import annotations

import html
import os
import re
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from croupier.server.proxies import prefix_of

STATIC = Path(__file__).parents[1] / "static"
HASHED = re.compile(r"-[\w-]{8,}\.\w+$")
"""Files whose name changes with their content."""
FOREVER = "public, max-age=31536000, immutable"

NOT_BUILT = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Croupier</title>
<h1>Croupier is running, but its page has not been built</h1>
<p>In the project's folder, with Node 20 or newer: <code>cd client &amp;&amp; npm ci &amp;&amp; npm run build</code>,
then load this page again. Installing the package builds it too: <code>scripts/croupier serve</code>.</p>
</html>
"""


class Client:
    def __init__(self, folder: Path = STATIC) -> None:
        self.folder = folder.resolve()

    def routes(self) -> list[Route]:
        pages = [Route(path, self.page, methods=["GET"]) for path in ("/", "/t/{table}", "/move")]
        return [*pages, Route("/{path:path}", self.file, methods=["GET"])]

    async def page(self, request: Request) -> Response:
        """The one page; the client looks at the address. Never cached, so that a new version is seen at once."""
        index = self.folder / "index.html"
        if not index.is_file():
            return HTMLResponse(NOT_BUILT, 503)
        return self.shown(index, request, 200)

    def shown(self, index: Path, request: Request, status: int) -> Response:
        text = page_under(index, index.stat().st_mtime_ns, prefix_of(request.scope))
        return HTMLResponse(text, status, {"cache-control": "no-cache"})

    def nowhere(self, path: str, request: Request) -> Response:
        """The client says for itself that there is no such page; a missing file is said in plain text."""
        index = self.folder / "index.html"
        if "." in path or not index.is_file():
            return PlainTextResponse(f"There is no such page here; the lobby is at {prefix_of(request.scope)}/.\n", 404)
        return self.shown(index, request, 404)

    def found(self, path: str) -> Path | None:
        """A file of ours that can be read. Strangers name things that no file system can look up."""
        try:
            wanted = (self.folder / path).resolve()
            is_ours = wanted.is_relative_to(self.folder) and wanted.is_file() and os.access(wanted, os.R_OK)
        except (OSError, ValueError):  # names too long, signs that no name has, folders that may not be entered
            return None
        return wanted if is_ours else None

    async def file(self, request: Request) -> Response:
        path = request.path_params["path"]
        if path.startswith("api/"):
            return PlainTextResponse("There is no such address here.\n", 404)
        wanted = self.found(path)
        if wanted is None or is_hidden(wanted.relative_to(self.folder)):
            return self.nowhere(path, request)
        return FileResponse(wanted, headers={"cache-control": FOREVER if HASHED.search(wanted.name) else "no-cache"})


@lru_cache(64)
def page_under(index: Path, changed: int, prefix: str) -> bytes:
    """The page as it is found under that prefix: its links and its mark for the client name it. Read again when it changed."""
    at = html.escape(prefix).encode()
    page = index.read_bytes().replace(b'="./', b'="' + at + b"/")
    return page.replace(b'name="croupier-prefix" content=""', b'name="croupier-prefix" content="' + at + b'"')


def is_hidden(path: Path) -> bool:
    """Whether a part of it begins with a dot: what the build keeps for itself there, such as ``.digest``, is nobody's page."""
    return any(part.startswith(".") for part in path.parts)
