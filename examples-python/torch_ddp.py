"""PyTorch DDP, as `torchrun --nproc-per-node 2 torch_ddp.py` and as `manta run torch_ddp.py --workers 2`."""

import argparse
import os
import tempfile

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

try:
    import manta
except ImportError:  # under torchrun
    manta = None

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=0.05)
parser.add_argument("--epochs", type=int, default=4)
options = parser.parse_args()

dist.init_process_group("gloo")
rank, size = dist.get_rank(), dist.get_world_size()

torch.manual_seed(0)
features = torch.randn(256, 8)
targets = features @ torch.arange(8.0).unsqueeze(1) / 8
model = DistributedDataParallel(torch.nn.Linear(8, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=options.lr, momentum=0.9)
rows = TensorDataset(features, targets)
sampler = DistributedSampler(rows, shuffle=True)
loader = DataLoader(rows, batch_size=16, sampler=sampler)

start = 0
checkpoint = manta.get_checkpoint() if manta else None
if checkpoint:
    with checkpoint.as_directory() as directory:
        state = torch.load(os.path.join(directory, "state.pt"))
    model.module.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    start = state["epoch"] + 1

for epoch in range(start, options.epochs):
    sampler.set_epoch(epoch)
    for x, y in loader:
        loss = torch.nn.functional.mse_loss(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    total = loss.detach().clone()
    dist.all_reduce(total)
    metrics = {"loss": total.item() / size, "epoch": epoch}
    if manta is None:
        if rank == 0:
            print(metrics)
    elif rank == 0:
        with tempfile.TemporaryDirectory() as directory:
            state = {"model": model.module.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
            torch.save(state, os.path.join(directory, "state.pt"))
            manta.report(metrics, checkpoint=directory)
    else:
        manta.report(metrics)

dist.destroy_process_group()
