"""Looking at every screen of a game: both sizes, both themes."""

from __future__ import annotations

from browser_person import Person

DESKTOP, PHONE = (1280, 800), (360, 740)


class Inspector:
    """Looks at each screen once. Subclasses look closer."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page
        self.seen: set[str] = set()

    def look(self, screen: str) -> bool:
        """Whether it was seen for the first time."""
        if screen in self.seen:
            return False
        self.seen.add(screen)
        for size in (DESKTOP, PHONE):
            self.resize(size)
            for scheme in ("light", "dark"):
                self.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
                self.page.wait_for_timeout(120)
                try:
                    self.person.check_page()
                except AssertionError as wrong:
                    raise AssertionError(f"{screen}, {size}, {scheme}: {wrong}") from wrong
            self.look_closer(screen, size)
        self.resize(DESKTOP)
        return True

    def look_closer(self, screen: str, size: tuple[int, int]) -> None:
        """What else must hold at this size."""

    def resize(self, size: tuple[int, int]) -> None:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
