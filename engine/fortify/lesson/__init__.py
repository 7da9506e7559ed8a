"""A first lesson in Fortify: six positions, each with something to do there.

``tasks.py`` has them as data; ``judge.py`` makes tasks of them and says which turns solve one.
"""
