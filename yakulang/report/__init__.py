"""What is said to people: rulings as text."""
