"""Rulesets kept between runs: what a ruling needs of the rule files, as plain data in the user's cache.

`encode.py` writes a rulebook and its lowered conditions as data, `decode.py` makes of the data what stands in for the
rulebook, `conditions.py` works conditions out from the data, and `ruleset.py` rules by them; what they can't tell is
left to the rule files. `store.py` finds and keeps the data. Nothing of it is run: conditions are steps of numbers.
"""
