"""What a viewer may see of a match, and a submission while it is being put together.

Start in `view.py`.
"""
