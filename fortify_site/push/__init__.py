"""Web push: a notification on a player's device when it is their turn, through the browser's own push service.

Off if the host has set no key. Start in `notices.py`.
"""
