from django.apps import AppConfig


class ProfilesConfig(AppConfig):
    name = "fortify_site.profiles"
    verbose_name = "Account pages"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from .guest_by_cookie import keep_on_login
        from .login import proved_address  # noqa: F401  (connects them)

        user_logged_in.connect(keep_on_login)
