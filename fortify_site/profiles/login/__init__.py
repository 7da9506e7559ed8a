"""Signing up and logging in: where we differ from allauth, codes by email, passkeys, guests who become players.

The forms are in `profiles/forms.py`, the settings in `fortify_site/settings.py`. Start in `allauth_adapter.py`.
"""
