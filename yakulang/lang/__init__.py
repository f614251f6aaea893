"""The condition language: from text to meaning, and from meaning to code."""
