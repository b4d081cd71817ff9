"""Says when it was entered."""

import os
import sys
import time

with open(f"{sys.argv[1]}/rank-{os.environ['RANK']}", "w") as out:
    out.write(repr(time.time()))
