"""The table of the cache, which Django makes by a command of its own: a site has it once it is migrated."""

from django.core.management import call_command
from django.db import migrations


def make(_apps, schema_editor):
    call_command("createcachetable", database=schema_editor.connection.alias, verbosity=0)


class Migration(migrations.Migration):
    dependencies = [
        ("jobs", "0001_initial"),
    ]

    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
