from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand


class Command(BaseCommand):
    help = (
        "Update the catalogues of messages (i18n/locale) from the source, compile them, and list untranslated "
        "messages. For those who change the site’s texts; needs what “make test” installs."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        from i18n import catalogue, extract  # noqa: PLC0415 (Babel is there in development only)

        said = extract.messages()
        for language in catalogue.languages():
            kept = catalogue.updated(catalogue.read_catalogue(language), said)
            catalogue.write_catalogue(language, kept)
            left = list(catalogue.untranslated(kept))
            self.stdout.write(f"{language}: {len(kept)} messages, {len(left)} not translated")
            for message in left:
                self.stdout.write(f"  {message.id!r} ({', '.join(place for place, _ in message.locations)})")
