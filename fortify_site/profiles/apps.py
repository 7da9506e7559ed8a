from django.apps import AppConfig


class ProfilesConfig(AppConfig):
    name = "fortify_site.profiles"
    verbose_name = "Account pages"

    def ready(self) -> None:
        from . import receivers  # noqa: F401  (connects them)
