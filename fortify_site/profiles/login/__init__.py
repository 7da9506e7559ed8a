"""Signing up and logging in: what we do differently from allauth, emailed codes, passkeys, guests who become players.

The forms are in `profiles/forms.py`, the settings in `fortify_site/settings.py`. Start in `allauth_adapter.py`.
"""
