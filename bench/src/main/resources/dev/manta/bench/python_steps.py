"""A plain script for torchrun: when it has made its first step, and how many it makes a second."""

import os
import sys
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

STEPS = 300

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
for _ in range(20):
    step()
dist.barrier()
begin = time.perf_counter()
for _ in range(STEPS):
    step()
dist.barrier()
if dist.get_rank() == 0:
    with open(f"{sys.argv[1]}/steps", "w") as out:
        out.write(repr(STEPS / (time.perf_counter() - begin)))
dist.destroy_process_group()
