"""Gunicorn's settings for the bare view: the site's, without the look at tables, of which it has none."""

from typing import Any

from fortify_site.gunicorn import *  # noqa: F403 (settings are what is in the module)


def post_worker_init(_worker: Any) -> None:  # type: ignore[no-redef]  # in place of the site’s
    """Refuse nothing."""
