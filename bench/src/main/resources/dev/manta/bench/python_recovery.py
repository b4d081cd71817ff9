"""A loop with live state: each rank says after each step which process made it, and when."""

import os
import sys
import time

import manta

directory, rank = sys.argv[1], manta.get_context().get_world_rank()
state = manta.live("state", {"step": 0})
while not os.path.exists(f"{directory}/stop"):
    time.sleep(0.1)
    manta.barrier()
    state["step"] += 1
    manta.report({"step": state["step"]})
    with open(f"{directory}/steps-{rank}", "a") as out:
        out.write(f"{manta.get_context().get_attempt()} {os.getpid()} {time.time()}\n")
