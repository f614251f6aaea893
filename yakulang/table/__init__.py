"""What happens around the hands of a game: the table before the first one, and the result after the last."""
