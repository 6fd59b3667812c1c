"""A second scoring of the Getaway Games and of brackets, written apart from the first.

It exists to disagree. It is slow and obvious on purpose, shares no code with `core`, and is
compared with it over the command line contract (`test_agreement.py`).
"""
