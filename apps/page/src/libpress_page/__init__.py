"""The live page of the command (docs/page.md). `session` and what it uses know of no browser; `view` and `server` show it.

Its requirements beyond the command are the extra `page`.
"""
