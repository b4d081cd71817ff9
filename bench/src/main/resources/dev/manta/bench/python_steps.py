"""A plain script for torchrun: when it has made its first step, and how many it makes a second.

The first seconds are a figure of their own, `early`: Manta starts a spare process meanwhile, which torchrun does not.
"""

import os
import sys
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

STEPS = 300
EARLY_SECONDS = 12

torch.set_num_threads(1)
dist.init_process_group("gloo")
torch.manual_seed(0)
model = DistributedDataParallel(torch.nn.Sequential(torch.nn.Linear(256, 512), torch.nn.ReLU(), torch.nn.Linear(512, 10)))
optimizer = torch.optim.SGD(model.parameters(), lr=1e-2)
x, y = torch.randn(128, 256), torch.randint(10, (128,))


def step():
    loss = torch.nn.functional.cross_entropy(model(x), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()


step()
with open(f"{sys.argv[1]}/rank-{dist.get_rank()}", "w") as out:
    out.write(repr(time.time()))


def rate(count):
    dist.barrier()
    begin = time.perf_counter()
    for _ in range(count):
        step()
    dist.barrier()
    return count / (time.perf_counter() - begin)


def all_late(begin):
    """Whether the early seconds are over on every rank."""
    late = torch.tensor(float(time.perf_counter() - begin > EARLY_SECONDS))
    dist.all_reduce(late, dist.ReduceOp.MIN)
    return late.item() > 0


begin = time.perf_counter()
rate(20)
early = rate(STEPS)
while not all_late(begin):
    rate(50)
steady = rate(5 * STEPS)
if dist.get_rank() == 0:
    for name, figure in (("early", early), ("steps", steady)):
        with open(f"{sys.argv[1]}/{name}", "w") as out:
            out.write(repr(figure))
dist.destroy_process_group()
