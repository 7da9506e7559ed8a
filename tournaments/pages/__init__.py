"""What pages of several rooms share: kept pages, small forms, and pages of both events and seasons.

Start in `kept_pages.py` and `send_form.py`.
"""
