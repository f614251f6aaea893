"""yakulang."""
