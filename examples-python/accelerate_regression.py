"""Accelerate: it finds the ranks by itself, as under `accelerate launch`.

`manta run accelerate_regression.py --workers 2`
"""

import os
import tempfile

import manta
import torch
from accelerate import Accelerator
from accelerate.utils import set_seed
from torch.utils.data import DataLoader, TensorDataset

EPOCHS = 4

set_seed(0)
accelerator = Accelerator(cpu=True)
x = torch.randn(256, 8)
model = torch.nn.Linear(8, 1)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.05)
loader = DataLoader(TensorDataset(x, x.sum(1, keepdim=True)), batch_size=16, shuffle=True)
model, optimizer, loader = accelerator.prepare(model, optimizer, loader)

start = 0
checkpoint = manta.get_checkpoint()
if checkpoint:
    with checkpoint.as_directory() as directory:
        accelerator.load_state(directory)
    start = int(checkpoint.get_metadata()["epoch"]) + 1

for epoch in range(start, EPOCHS):
    for features, targets in loader:
        loss = torch.nn.functional.mse_loss(model(features), targets)
        accelerator.backward(loss)
        optimizer.step()
        optimizer.zero_grad()
    loss = accelerator.gather(loss.detach()).mean().item()
    with tempfile.TemporaryDirectory() as directory:
        shared = manta.broadcast_from_rank_zero(directory)
        accelerator.save_state(shared)
        manta.barrier()
        if accelerator.is_main_process:
            saved = manta.Checkpoint.from_directory(directory)
            saved.set_metadata({"epoch": epoch})
            manta.report({"loss": loss, "epoch": epoch}, checkpoint=saved)
        manta.barrier()
accelerator.end_training()
