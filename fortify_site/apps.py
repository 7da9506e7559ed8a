from typing import Any

from django.apps import AppConfig
from django.core.checks import CheckMessage, Warning, register
from django.utils import translation

from i18n import text

from . import environment


@register
def look_at_environment(**_: Any) -> list[CheckMessage]:
    return [Warning(words, id="fortify.W001") for words in environment.warnings()]


class SiteConfig(AppConfig):
    name = "fortify_site"
    verbose_name = "Site"

    def ready(self) -> None:
        text.set_catalogue(translation.gettext, translation.ngettext)
