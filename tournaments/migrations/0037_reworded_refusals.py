"""Why a round could not be paired is carried to the words in which that is said now."""

from typing import ClassVar

from django.db import migrations

from i18n.reword_rows import reword_rows


class Migration(migrations.Migration):
    atomic = False

    dependencies: ClassVar = [("tournaments", "0036_drafts_and_draws")]

    operations: ClassVar = [reword_rows("tournaments", {})]
