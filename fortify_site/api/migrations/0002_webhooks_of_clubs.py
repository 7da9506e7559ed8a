"""A webhook is an event's or a club's. On the way back those of clubs go: there is no place for them."""

import django.db.models.deletion
from django.db import migrations, models


def drop_those_of_clubs(apps, schema_editor):
    """PostgreSQL alters no table while the keys of rows that went wait to be checked."""
    apps.get_model("api", "Webhook").objects.filter(event=None).delete()
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        schema_editor.execute("SET CONSTRAINTS ALL DEFERRED")


class Migration(migrations.Migration):
    dependencies = [("api", "0001_tokens_and_webhooks")]

    operations = [
        migrations.AddField(
            model_name="webhook",
            name="club",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="webhooks",
                to="tournaments.club",
            ),
        ),
        migrations.AddField(model_name="webhook", name="warned_at", field=models.DateTimeField(blank=True, null=True)),
        migrations.AlterField(
            model_name="webhook",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="webhooks",
                to="tournaments.event",
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, drop_those_of_clubs),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(("club__isnull", False), ("event", None))
                | models.Q(("club", None), ("event__isnull", False)),
                name="webhook_of_event_or_club",
            ),
        ),
    ]
