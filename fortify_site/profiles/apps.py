from django.apps import AppConfig


class ProfilesConfig(AppConfig):
    name = "fortify_site.profiles"
    verbose_name = "Account pages"

    def ready(self) -> None:
        from .login import proved_address  # noqa: F401  (connects them)
