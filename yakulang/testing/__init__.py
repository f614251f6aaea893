"""Testing rules: cases with expectations, examples of rule files, a plugin for pytest, and mutated conditions."""
