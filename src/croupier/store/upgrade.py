"""How a database gets to the schema of today. SQLAlchemy and Alembic are imported only where there is something to do.

They take as long as all else that a server imports.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from croupier.store.store import StoreError

HEAD = "0001"
"""The newest migration in migrations/versions."""


def bring_up(path: Path) -> None:
    """Make the database new, or bring an older one up to HEAD; StoreError for one that is not ours or newer than we are."""
    version = read_version(path)
    if version == HEAD:
        return
    if version and version > HEAD:
        raise StoreError(
            f"The database {path} was written by a newer croupier (schema {version}, this one knows {HEAD});"
            " start that version, or choose another folder with --data."
        )
    migrate(path)


def read_version(path: Path) -> str:
    """The schema version in the database; empty for a new one. StoreError when it is somebody else's."""
    connection = sqlite3.connect(path)
    try:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if not names:
            return ""
        if "alembic_version" not in names or "entry" not in names:
            raise StoreError(f"{path} is not a database of croupier; choose another folder with --data.")
        (version,) = connection.execute("SELECT version_num FROM alembic_version").fetchone() or ("",)
        return str(version)
    finally:
        connection.close()


def migrate(path: Path) -> None:
    from alembic import command as alembic
    from alembic.config import Config
    from sqlalchemy import create_engine

    engine = create_engine(f"sqlite:///{path}")
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            alembic.upgrade(config, "head")
    finally:
        engine.dispose()
