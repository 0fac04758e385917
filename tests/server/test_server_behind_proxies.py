"""Real proxies in front of a real server, with the configurations that docs/proxy.md prints."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from server_house import House, Person, house, play_on, run
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from croupier.server.limits import Limits
from croupier.server.proxies import parse_proxies

PAGE = (Path(__file__).parents[2] / "docs" / "proxy.md").read_text("utf-8")
HOST = "cards.example.org"
Write = Callable[..., list[str]]
PROGRAMS = {name: shutil.which(name) or shutil.which(name, path="/usr/sbin") for name in ("nginx", "caddy", "openssl")}


def needs(name: str) -> pytest.MarkDecorator:
    why = f"needs {name} and openssl; scripts/test installs nginx where it may, on Debian as root"
    return pytest.mark.skipif(not (PROGRAMS[name] and PROGRAMS["openssl"]), reason=why)


NGINX = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    {documented}
}}
"""
CADDY = """
{{
    admin off
    auto_https off
    default_bind 127.0.0.1
}}
{documented}
"""


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with cards.pem and cards.key, signed by themselves."""
    folder = tmp_path_factory.mktemp("certificate")
    command = f"req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN={HOST} -keyout cards.key"
    subprocess.run(
        [PROGRAMS["openssl"], *command.split(), "-out", "cards.pem", "-addext", f"subjectAltName=DNS:{HOST}"],
        cwd=folder, check=True, capture_output=True, timeout=30,
    )  # fmt: skip
    return folder


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def documented(language: str, changes: dict[str, str]) -> str:
    """What docs/proxy.md prints, with our ports and paths."""
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    text = found[1]
    for printed, ours in changes.items():
        assert text.count(printed) == 1, printed
        text = text.replace(printed, ours)
    return text


def nginx(folder: Path, certificate: Path, port: int, croupier: int, *, strips: bool) -> list[str]:
    """The command that runs it."""
    changes = {
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
        "http://127.0.0.1:8000;": f"http://127.0.0.1:{croupier}{'/' if strips else ''};",
        f"/etc/ssl/{HOST}.pem": f"{certificate}/cards.pem",
        f"/etc/ssl/{HOST}.key": f"{certificate}/cards.key",
    }
    (folder / "nginx.conf").write_text(NGINX.format(folder=folder, documented=documented("nginx", changes)))
    return [str(PROGRAMS["nginx"]), "-p", str(folder), "-e", f"{folder}/error.log", "-c", f"{folder}/nginx.conf"]


def caddy(folder: Path, certificate: Path, port: int, croupier: int, *, strips: bool) -> list[str]:
    """The command that runs it."""
    changes = {
        f"{HOST} {{": f"https://{HOST}:{port} {{\n    tls {certificate}/cards.pem {certificate}/cards.key",
        "127.0.0.1:8000": f"127.0.0.1:{croupier}",
        "handle /croupier/*": f"handle{'_path' if strips else ''} /croupier/*",
    }
    (folder / "Caddyfile").write_text(CADDY.format(documented=documented("caddy", changes)))
    return [str(PROGRAMS["caddy"]), "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


KINDS = [
    pytest.param(write, strips, marks=needs(write.__name__), id=f"{write.__name__} {what} the prefix")
    for write in (nginx, caddy)
    for strips, what in ((False, "passes on"), (True, "takes away"))
]


class Local(httpx.AsyncHTTPTransport):
    """Finds every name on this machine."""

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.extensions["sni_hostname"] = request.url.host
        request.url = request.url.copy_with(host="127.0.0.1")
        return await super().handle_async_request(request)


class Outside(House):
    """The house as people on the Internet see it."""

    def __init__(self, inner: House, port: int, certificate: Path) -> None:
        super().__init__(inner.hall, port, inner.server)
        self.trusts = ssl.create_default_context(cafile=str(certificate / "cards.pem"))
        self.base = f"{HOST}:{port}/croupier"
        self.http = httpx.AsyncClient(base_url=f"https://{self.base}", transport=Local(verify=self.trusts), trust_env=False)

    async def stranger(self, table: str, **more: Any) -> Person:
        url = f"wss://{self.base}/ws/{table}"
        line = await connect(url, host="127.0.0.1", port=self.port, ssl=self.trusts, compression=None, proxy=None, **more)
        self.people.append(Person(line))
        return self.people[-1]


@asynccontextmanager
async def outside(
    write: Write, folder: Path, certificate: Path, *, strips: bool = False, **more: Any
) -> AsyncIterator[Outside]:
    settings = {"trusted_proxies": parse_proxies("127.0.0.1"), "prefix": "/croupier", "allowed_hosts": (HOST,)}
    async with house(**settings, **more) as inner:
        port = free_port()
        command = write(folder, certificate, port, inner.port, strips=strips)
        surroundings = os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
        with (folder / "said").open("wb") as said:
            proxy = await asyncio.create_subprocess_exec(*command, env=surroundings, stdout=said, stderr=said)
        out = Outside(inner, port, certificate)
        try:
            await answering(out, proxy)
            yield out
        finally:
            await asyncio.gather(*(person.close() for person in out.people))
            await out.http.aclose()
            if proxy.returncode is None:
                proxy.terminate()
            await proxy.wait()


async def answering(out: Outside, proxy: asyncio.subprocess.Process) -> None:
    async with asyncio.timeout(20):
        while True:
            assert proxy.returncode is None, "it does not take the configuration"
            try:
                assert (await out.http.get("/api/health")).status_code == 200
            except httpx.TransportError:
                await asyncio.sleep(0.05)
            else:
                return


@pytest.mark.parametrize(("write", "strips"), KINDS)
def test_two_people_play_through_a_proxy(tmp_path: Path, certificate: Path, write: Write, strips: bool) -> None:
    async def work() -> None:
        async with outside(write, tmp_path, certificate, strips=strips) as out:
            page = await out.http.get("/")
            assert page.status_code in (200, 503) and f"wss://{HOST}:{out.port}" in page.headers["content-security-policy"]
            table, key = await out.open(seats=3, bots=["prospector"])
            code = await out.http.get(f"/api/tables/{table}/qr.svg")
            assert code.headers["shared-link"] == f"https://{out.base}/t/{table}"
            keys = [key, await out.join(table)]
            people = [await out.person(table, key) for key in keys]
            await people[0].ask("start")
            await play_on(people)
            log = await out.http.get(f"/api/tables/{table}/log")
            assert log.status_code == 200 and '"kind":"ended"' in log.text
            assert (await out.http.get("/nowhere.js")).status_code == 404

    run(work())


@needs("nginx")
def test_pages_of_strangers_get_nothing_through_a_proxy(tmp_path: Path, certificate: Path) -> None:
    async def work() -> None:
        async with outside(nginx, tmp_path, certificate) as out:
            body = {"game": "quickshot", "name": "Ann", "seats": 3}
            table, key = await out.open()
            for origin, ours in ((f"https://{HOST}:{out.port}", True), (f"http://{HOST}:{out.port}", False),
                                 (f"https://{HOST}", False), ("https://evil.example", False)):  # fmt: skip
                answer = await out.http.post("/api/tables", json=body, headers={"origin": origin})
                assert answer.status_code == (201 if ours else 400), origin
                if ours:
                    assert await (await out.stranger(table, origin=origin)).hello(key)
                else:
                    with pytest.raises(InvalidStatus, match="403"):
                        await out.stranger(table, origin=origin)
            rebound = await out.http.get("/api/lobby", headers={"host": "evil.example"})
            assert (rebound.status_code, rebound.json()["code"]) == (421, "protocol")

    run(work())


async def opened(out: Outside, **said: str) -> int:
    body = {"game": "quickshot", "name": "Ann", "seats": 3}
    return (await out.http.post("/api/tables", json=body, headers=said)).status_code


@needs("nginx")
def test_limits_count_whom_nginx_forwards(tmp_path: Path, certificate: Path) -> None:
    """On this machine everybody who asks nginx is 127.0.0.1: trusted, they are a second proxy, and untrusted, a stranger."""

    async def work() -> None:
        few = Limits(tables_at_once=1, tables_per_second=0.001)
        async with outside(nginx, tmp_path, certificate, limits=few) as out:
            froms = ("192.0.2.1", "192.0.2.1", "192.0.2.2", "6.6.6.6, 192.0.2.1")
            assert [await opened(out, **{"x-forwarded-for": address}) for address in froms] == [201, 429, 201, 429]
            table, _ = await out.open()
            said = {
                "forwarded": "for=6.6.6.6;host=evil.example",
                "x-forwarded-host": "evil.example",
                "x-forwarded-prefix": "/evil",
            }
            code = await out.http.get(f"/api/tables/{table}/qr.svg", headers=said | {"x-forwarded-proto": "http"})
            assert code.headers["shared-link"] == f"https://{out.base}/t/{table}"

    run(work())
