"""A real nginx before a real server: the house under a path of its host."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CONFIG = """daemon off;
pid {folder}/nginx.pid;
error_log stderr warn;
events {{}}
http {{
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  map $http_upgrade $connection_kind {{ default upgrade; "" close; }}
  server {{
    listen 127.0.0.1:{port};
    location / {{ return 404; }}
    location /croupier/ {{
      proxy_pass {upstream};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_kind;
    }}
  }}
}}
"""


def nginx() -> str | None:
    return shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/opt/homebrew/bin") or shutil.which("nginx")


@contextmanager
def open_nginx(folder: Path, house: int, *, strips: bool) -> Iterator[int]:
    """The port of an nginx that shows the house under /croupier/ and nothing else. It passes the prefix on or takes it away."""
    program, port = nginx(), free_port()
    assert program
    upstream = f"http://127.0.0.1:{house}{'/' if strips else ''}"
    config = folder / "nginx.conf"
    config.write_text(CONFIG.format(folder=folder, port=port, upstream=upstream))
    with subprocess.Popen([program, "-e", "stderr", "-p", str(folder), "-c", str(config)]) as proxy:
        try:
            wait_for(port)
            yield port
        finally:
            proxy.terminate()


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for(port: int) -> None:
    """Until somebody listens there."""
    end = time.monotonic() + 10
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert time.monotonic() < end, "nginx did not start"
            time.sleep(0.05)
