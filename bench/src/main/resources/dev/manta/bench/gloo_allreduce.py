"""all_reduce of Gloo through torch: one process per rank, the median per call in microseconds."""

import os
import sys
import tempfile
import time

import torch
import torch.distributed as dist
import torch.multiprocessing as mp

LOADS = [("4KB", 4 << 10, 20), ("64KB", 64 << 10, 20), ("1MB", 1 << 20, 15), ("16MB", 16 << 20, 7), ("100MB", 100 << 20, 4)]


def rank_main(rank, ranks, store):
    torch.set_num_threads(1)
    dist.init_process_group("gloo", init_method="file://" + store, rank=rank, world_size=ranks)
    for label, size, calls in LOADS:
        tensor = torch.zeros(size // 4)
        for _ in range(2):
            dist.all_reduce(tensor)
        times = []
        for _ in range(calls):
            dist.barrier()
            start = time.perf_counter_ns()
            dist.all_reduce(tensor)
            times.append((time.perf_counter_ns() - start) / 1e3)
        if rank == 0:
            times.sort()
            print(f"figure {ranks}.{label} {times[len(times) // 2]}", flush=True)
    dist.destroy_process_group()


if __name__ == "__main__":
    count = int(sys.argv[1])
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    if len(sys.argv) > 3:  # one rank of several hosts, which meet in a file that they all see
        rank_main(int(sys.argv[2]), count, sys.argv[3])
        sys.exit()
    with tempfile.TemporaryDirectory() as directory:
        mp.spawn(rank_main, args=(count, os.path.join(directory, "store")), nprocs=count)
