"""The links in emails, and the addresses that take replies.

`tokens.py` makes their tokens, and `permissions.py` says what the holder of a link may do. The pages behind them are in
`views/links/`.
"""
