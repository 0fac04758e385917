"""How Alembic runs here: on the connection that upgrade.migrate opened, without a configuration file."""

from __future__ import annotations

from alembic import context

from croupier.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
