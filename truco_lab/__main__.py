"""`python -m truco_lab` is `truco-lab`."""

import sys

from .cli import main

sys.exit(main())
