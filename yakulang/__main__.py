"""`python -m yakulang` is the command `yakulang`."""

import sys

from yakulang.cli import main

if __name__ == "__main__":
    sys.exit(main())
