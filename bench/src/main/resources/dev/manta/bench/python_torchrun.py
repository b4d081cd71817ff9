"""The same script by torchrun: from the command to its first step, and its steps a second."""

import os
import subprocess
import sys
import tempfile
import time

WORKERS = 2

script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "python_steps.py")
with tempfile.TemporaryDirectory() as directory:
    torchrun = os.path.join(os.path.dirname(sys.executable), "torchrun")
    before = time.time()
    command = [torchrun, "--standalone", f"--nproc-per-node={WORKERS}", script, directory]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    first = max(float(open(f"{directory}/rank-{rank}").read()) for rank in range(WORKERS))
    print("figure torch", first - before)
    for name in ("early", "steps"):
        print("figure", name, open(f"{directory}/{name}").read())
