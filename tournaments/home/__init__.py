"""Events on the home page and in the lists of what a player can enter.

Start in `home_page.py`.
"""
