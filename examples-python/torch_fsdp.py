"""PyTorch FSDP2: every rank holds a shard of the model, and writes its own part of a checkpoint.

`manta run torch_fsdp.py --workers 2`
"""

import tempfile

import manta
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.state_dict import get_state_dict, set_state_dict
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.fsdp import fully_shard

EPOCHS = 4

dist.init_process_group("gloo")
rank, size = dist.get_rank(), dist.get_world_size()
mesh = init_device_mesh("cpu", (size,))

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(16, 64), torch.nn.ReLU(), torch.nn.Linear(64, 1))
for layer in model:
    if isinstance(layer, torch.nn.Linear):
        fully_shard(layer, mesh=mesh)
fully_shard(model, mesh=mesh)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01)

start = 0
checkpoint = manta.get_checkpoint()
if checkpoint:
    # Each rank has stored its files in a part of its own; the reader wants them side by side.
    with tempfile.TemporaryDirectory() as together:
        for part in checkpoint.parts():
            part.to_directory(together)
        weights, moments = get_state_dict(model, optimizer)
        state = {"model": weights, "optimizer": moments, "epoch": 0}
        dcp.load(state, checkpoint_id=together)
    set_state_dict(model, optimizer, model_state_dict=state["model"], optim_state_dict=state["optimizer"])
    start = state["epoch"] + 1

generator = torch.Generator().manual_seed(rank)
features = torch.randn(64, 16, generator=generator)
targets = features.sum(1, keepdim=True)

for epoch in range(start, EPOCHS):
    for x, y in zip(features.split(16), targets.split(16)):
        loss = torch.nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
    with tempfile.TemporaryDirectory() as own:
        # Each rank writes its own files, and rank 0 the index of all of them.
        weights, moments = get_state_dict(model, optimizer)
        dcp.save({"model": weights, "optimizer": moments, "epoch": epoch}, checkpoint_id=own)
        manta.report({"loss": loss.item(), "epoch": epoch}, checkpoint=manta.Checkpoint.from_directory(own).part())

dist.destroy_process_group()
