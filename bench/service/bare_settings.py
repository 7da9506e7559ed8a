"""Settings of the bare view: the site's servers, and no part of the site."""

from fortify_site.settings import *  # noqa: F403 (settings are what is in the module)

INSTALLED_APPS = []
MIDDLEWARE = []
ROOT_URLCONF = "bench.service.bare"
