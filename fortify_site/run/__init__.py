"""How the site's processes run: the web server, the supervisor of `make run`, and ticks without a broker.

Start in `supervisor.py`.
"""
