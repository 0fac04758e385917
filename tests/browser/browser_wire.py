"""What a page and its table tell each other: read beside the page, to hold the page against it."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, WebSocket

Message = dict[str, Any]


class Wire:
    """The newest state that the table has sent to a page, and every action that the page has asked for."""

    def __init__(self, page: Page) -> None:
        self.frame: Message = {}
        self.view: Message = {}
        self.offer: Message | None = None
        self.decision: int | None = None
        self.may_withdraw = False
        self.seat: int | None = None
        self.acts: list[str] = []
        self.refusals: list[str] = []
        self.welcomes = 0
        self.withdrawals = 0
        self.pending = ""
        """An answer is on its way: ``sent``, then ``accepted``; what it leads to comes with the update after that."""
        page.on("websocket", self._dialled)

    def _dialled(self, socket: WebSocket) -> None:
        if "/ws/" not in socket.url:
            return
        self.pending = ""
        socket.on("framereceived", lambda data: self._heard(json.loads(data)))
        socket.on("framesent", lambda data: self._said(json.loads(data)))

    def _said(self, message: Message) -> None:
        if message["type"] == "act":
            self.acts.append(message["action"])
        self.withdrawals += message["type"] == "withdraw"
        if message["type"] in ("act", "withdraw"):
            self.pending = "sent"

    def _heard(self, message: Message) -> None:
        self.welcomes += message["type"] == "welcome"
        if message["type"] in ("welcome", "update"):
            self.frame = message.get("frame", self.frame)
            self.view = message.get("view", self.view)
            self.offer, self.decision = message.get("offer"), message.get("decision")
            self.may_withdraw = message.get("may_withdraw", False)
            self.seat = message.get("seat", self.seat)
            if self.pending == "accepted":
                self.pending = ""
        elif message["type"] == "accepted" and self.pending:
            self.pending = "accepted"
        elif message["type"] == "refused":
            self.pending = ""
            self.refusals.append(message["sentence"])

    @property
    def is_asked(self) -> bool:
        """Whether a decision is due that has not been sent yet."""
        return self.offer is not None and not self.pending

    @property
    def mine(self) -> Message:
        """The own seat, as the view shows it."""
        assert self.seat is not None
        return self.view["seats"][self.seat]  # type: ignore[no-any-return]
