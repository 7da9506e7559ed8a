"""The rows of emails belong to ``mail`` from now on, and signs of life to ``jobs``: tables stay as they are, and so do
the permissions and the admin's log, which hang on the content types."""

from django.db import migrations

LEAVING = {"mail": ("inboundmail", "mailaddress", "outboxmail", "refusedmail"), "jobs": ("heartbeat",)}


def carry_over(apps, schema_editor):
    for app, models in LEAVING.items():
        _relabel(apps, schema_editor, models, "matches", app)


def bring_back(apps, schema_editor):
    for app, models in LEAVING.items():
        _relabel(apps, schema_editor, models, app, "matches")


def _relabel(apps, schema_editor, models, old, new):
    """A type that is there already under the new label has nothing hanging on it: the two change places."""
    types = apps.get_model("contenttypes", "ContentType").objects.using(schema_editor.connection.alias)
    for of_model in (types.filter(model=model) for model in models):
        if of_model.filter(app_label=old).exists():
            for label, next_label in ((new, "-"), (old, new), ("-", old)):
                of_model.filter(app_label=label).update(app_label=next_label)


class Migration(migrations.Migration):
    dependencies = [
        ("contenttypes", "0002_remove_content_type_name"),
        ("jobs", "0001_initial"),
        ("mail", "0001_initial"),
        ("matches", "0023_reworded"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.DeleteModel("MailAddress"),
                migrations.DeleteModel("OutboxMail"),
                migrations.DeleteModel("RefusedMail"),
                migrations.DeleteModel("InboundMail"),
                migrations.DeleteModel("Heartbeat"),
            ]
        ),
        migrations.RunPython(carry_over, bring_back),
    ]
