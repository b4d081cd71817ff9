"""Reports a second of one rank, and the memory that it has before that."""

import sys
import time

import manta

SECONDS = 3


def resident():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


manta.report({"loss": 0.0})
with open(f"{sys.argv[1]}/resident", "w") as out:
    out.write(str(resident()))
count, begin = 0, time.perf_counter()
while time.perf_counter() - begin < SECONDS:
    for _ in range(100):
        count += 1
        manta.report({"loss": float(count)})
with open(f"{sys.argv[1]}/reports", "w") as out:
    out.write(repr(count / (time.perf_counter() - begin)))
