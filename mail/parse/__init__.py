"""Reading an email, as pure Python: its headers, charsets, quotes and the words of its writer.

Start in `message.py`.
"""
