from django.apps import AppConfig
from django.utils import translation

from engine import said


class SiteConfig(AppConfig):
    name = "fortify_site"
    verbose_name = "Site"

    def ready(self) -> None:
        said.use(translation.gettext, translation.ngettext)
