"""Reading emails, in pure Python: headers, charsets, quotes and the words of the writer.

Start in `message.py`.
"""
