"""The links in emails, and the addresses that take replies: their tokens (`tokens.py`), and what the holder of a link
may do (`permissions.py`). The pages behind them are in `views/links/`."""
