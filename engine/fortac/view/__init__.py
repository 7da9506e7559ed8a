"""What a viewer may see of a match, and a turn while it is being put together.

Start in `view.py`.
"""
