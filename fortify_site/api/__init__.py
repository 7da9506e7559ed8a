"""The API for programs: reading what is public, playing with a token, and webhooks that follow events.

Start in `router.py`.
"""
