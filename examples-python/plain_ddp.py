"""A plain script for torchrun that writes its own snapshot; nothing in it is made for Manta.

`torchrun --nproc-per-node 2 plain_ddp.py DIRECTORY`, `manta run plain_ddp.py --workers 2 -- DIRECTORY`.
"""

import os
import sys

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

directory = sys.argv[1]
snapshot = os.path.join(directory, "snapshot.pt")

dist.init_process_group("gloo")
torch.manual_seed(0)
features = torch.randn(256, 8)
rows = TensorDataset(features, features.sum(1, keepdim=True))
sampler = DistributedSampler(rows, shuffle=True)
loader = DataLoader(rows, batch_size=16, sampler=sampler)
model = DistributedDataParallel(torch.nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)

start = 0
if os.path.exists(snapshot):
    saved = torch.load(snapshot)
    model.module.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])
    start = saved["epoch"] + 1

for epoch in range(start, 4):
    sampler.set_epoch(epoch)
    for x, y in loader:
        loss = torch.nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    if dist.get_rank() == 0:
        torch.save({"model": model.module.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}, snapshot + ".new")
        os.replace(snapshot + ".new", snapshot)
        print("epoch", epoch, "loss", loss.item(), flush=True)

if dist.get_rank() == 0:
    with open(os.path.join(directory, "loss"), "w") as file:
        file.write(repr(loss.item()))
dist.destroy_process_group()
