"""Scoring by whole numbers: hands packed into masks, suits from a table, one generated function a kind of hand.

`scorer.py` answers for hands that win; whatever is refused, or needs a choice, is left to the judge. What is shown of
a ruling is worked out when it is asked for. Nothing here knows a rule: the functions are made from the conditions.
"""
