"""Fits a linear model to the rows of a dataset with PyTorch, on any number of workers."""

import os
import tempfile

import torch
import torch.distributed as dist
from torch.nn.functional import mse_loss
from torch.nn.parallel import DistributedDataParallel

import manta

dist.init_process_group("gloo")
torch.manual_seed(0)
model = DistributedDataParallel(torch.nn.Linear(2, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.2)

epoch = 0
checkpoint = manta.get_checkpoint()
if checkpoint:
    with checkpoint.as_directory() as directory:
        state = torch.load(os.path.join(directory, "state.pt"))
    model.load_state_dict(state["model"])
    optimizer.load_state_dict(state["optimizer"])
    epoch = state["epoch"]

shard = manta.get_dataset_shard("train")
for epoch in range(epoch, 5):
    for batch in shard.iter_torch_batches(batch_size=16, dtypes=torch.float32):
        features = torch.stack([batch["a"], batch["b"]], dim=1)
        loss = mse_loss(model(features).squeeze(1), batch["y"])
        optimizer.zero_grad()
        (loss * batch.weight / len(features)).backward()  # nothing of rows that only keep this rank in step
        optimizer.step()

    if dist.get_rank() == 0:
        with tempfile.TemporaryDirectory() as directory:
            state = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch + 1}
            torch.save(state, os.path.join(directory, "state.pt"))
            manta.report({"epoch": epoch, "loss": loss.item()}, checkpoint=directory)
    else:
        manta.report({"epoch": epoch, "loss": loss.item()})
