"""What many servers of one PostgreSQL share: news of tables that have changed (`news`), rate limits (`token_buckets`)."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

TELL = """
CREATE FUNCTION ferrovia_tell() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('ferrovia_tables', concat_ws(' ', NEW.id, NEW.key, NEW.changes, (NEW.start_hash <> '')::int));
    RETURN NULL;
END $$;
CREATE TRIGGER ferrovia_tell AFTER UPDATE OF changes ON table_table FOR EACH ROW EXECUTE FUNCTION ferrovia_tell();
"""
# Nobody misses it after a crash.
BUCKETS = """
CREATE UNLOGGED TABLE ferrovia_buckets (
    name text PRIMARY KEY, tokens double precision NOT NULL, filled timestamptz NOT NULL, is_allowed boolean NOT NULL
);
"""
UNDO = "DROP TABLE ferrovia_buckets; DROP TRIGGER ferrovia_tell ON table_table; DROP FUNCTION ferrovia_tell();"


def share(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(TELL)
        schema_editor.execute(BUCKETS)


def unshare(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(UNDO)


class Migration(migrations.Migration):
    dependencies = [("table", "0005_shared_seed")]

    operations = [migrations.RunPython(share, unshare)]
