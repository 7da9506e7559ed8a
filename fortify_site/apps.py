from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Error, Info, Warning, register
from django.db import OperationalError, connection
from django.utils import translation

from fortify_site.run import schema_check
from i18n import text

from . import environment


@register
def look_at_environment(**_: Any) -> list[CheckMessage]:
    return [Warning(words, id="fortify.W001") for words in environment.warnings()]


@register(deploy=True)
def look_at_database(**_: Any) -> list[CheckMessage]:
    """Check the database's tables. If there are none, only say how to make them: that is a new site's first step."""
    try:
        if not connection.introspection.table_names():
            return [Info("The database is empty: run manage.py migrate.", id="fortify.I001")]
        words = schema_check.schema_fault()
    except OperationalError as error:
        words = f"The database doesn’t answer, so nothing works; see DATABASE_URL. It says: {str(error).strip()}"
    return [Error(words, id="fortify.E001")] if words else []


class SiteConfig(AppConfig):
    name = "fortify_site"
    verbose_name = "Site"

    def ready(self) -> None:
        text.set_catalogue(translation.gettext, translation.ngettext)
