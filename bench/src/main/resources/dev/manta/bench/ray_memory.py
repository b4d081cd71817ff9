"""Resident memory of an idle worker, of the driver, and of the daemons that Ray needs beside them."""

import os

from ray_peer import figure, init, trainer

def resident(pid):
    with open(f"/proc/{pid}/status") as status:
        kilobytes = next(line.split()[1] for line in status if line.startswith("VmRSS"))
    return int(kilobytes) * 1024 / 1e6


def proportional(pid):
    with open(f"/proc/{pid}/smaps_rollup") as smaps:
        kilobytes = next(line.split()[1] for line in smaps if line.startswith("Pss:"))
    return int(kilobytes) * 1024 / 1e6


def children(pid):
    below = []
    for entry in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{entry}/stat") as stat:
                parent = int(stat.read().rpartition(")")[2].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
        if parent == pid:
            below += [int(entry)] + children(int(entry))
    return below


def loop(config):
    import os
    import time

    from ray import train

    time.sleep(2)
    rank = train.get_context().get_world_rank()
    with open(f"{config['directory']}/worker-{rank}", "w") as out:
        out.write(f"{os.getpid()} {config['resident'](os.getpid())!r}")
    if rank == 0:
        pids = [config["driver"], *config["children"](config["driver"])]
        everything = sum(config["proportional"](pid) for pid in pids)
        with open(f"{config['directory']}/all", "w") as out:
            out.write(repr(everything))
    time.sleep(1)


init()
made, directory = trainer(
    loop, 2, driver=os.getpid(), resident=resident, proportional=proportional, children=children
)
made.fit()
workers = [open(f"{directory}/worker-{rank}").read().split()[1] for rank in range(2)]
figure("worker", max(float(each) for each in workers))
figure("driver", resident(os.getpid()))
figure("all", float(open(f"{directory}/all").read()))
