"""The form of an event: making one, and changing its settings.

What is allowed is in `tournaments/settings/validate.py`. Start in `form.py`.
"""
