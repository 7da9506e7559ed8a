from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Warning, register
from django.utils import translation

from i18n import text
from i18n.lookups import keep_choices_by_thread, keep_lookups

from . import environment


@register
def look_at_environment(**_: Any) -> list[CheckMessage]:
    return [Warning(words, id="fortify.W001") for words in environment.warnings()]


class SiteConfig(AppConfig):
    name = "fortify_site"
    verbose_name = "Site"

    def ready(self) -> None:
        text.set_catalogue(translation.gettext, translation.ngettext)
        keep_choices_by_thread()
        keep_lookups(code for code, _ in settings.LANGUAGES)
