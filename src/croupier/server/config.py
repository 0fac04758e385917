"""uvicorn's configuration, and what our protocols want besides."""

from __future__ import annotations

from typing import Any

import uvicorn

from croupier.server.gate import Gate


class ServerConfig(uvicorn.Config):
    """uvicorn makes a protocol per connection and hands it its configuration: so the gate is part of that."""

    def __init__(self, app: Any, gate: Gate, **more: Any) -> None:
        super().__init__(app, **more)
        self.gate = gate


def gate_of(config: uvicorn.Config) -> Gate:
    """Our protocols run under our configuration alone."""
    assert isinstance(config, ServerConfig)
    return config.gate
