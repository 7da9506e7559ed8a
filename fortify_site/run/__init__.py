"""The site's processes: the supervisor of `make run` and its Valkey, ticks without a broker, and checks at start-up.

Start in `supervisor.py`.
"""
