"""Rule files: from YAML to a rulebook."""
