from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "fortify_site.accounts"
    label = "accounts"
    verbose_name = "Players and accounts"

    def ready(self) -> None:
        from . import receivers  # noqa: F401  (connects them)
