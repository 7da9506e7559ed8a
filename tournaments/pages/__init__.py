"""What pages of several rooms share: the event that an address names, pages with buttons, small forms, kept pages.

Start in `get_event.py` and `page_with_buttons.py`.
"""
