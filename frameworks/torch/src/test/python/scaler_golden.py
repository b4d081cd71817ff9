"""Writes what Python's GradScaler does, for GradScalerTest: scaler_golden.py DIRECTORY

A line is: the step, the scale after it, the good steps since that changed, and the weights.
"""
import sys

import torch
from torch import nn


def write(name, steps):
    with open(f"{sys.argv[1]}/{name}.txt", "w") as out:
        for step, scaler, weights in steps:
            state = scaler.state_dict()
            numbers = [state["scale"], state["_growth_tracker"], *weights.flatten().tolist()]
            print(step, *(repr(float(n)) for n in numbers), file=out)


def overflows():
    """AdamW whose gradients are too large for the scale in steps 2, 3 and 9; every third step is clipped."""
    w = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
    optimizer = torch.optim.AdamW([w], lr=0.1)
    scaler = torch.amp.GradScaler("cpu", init_scale=1024, growth_interval=3)
    for step in range(14):
        optimizer.zero_grad()
        size = 1e38 if step in (2, 3, 9) else 1.0
        loss = (w * torch.tensor([0.5 + step, size, -1.0])).sum()
        scaler.scale(loss).backward()
        if step % 3 == 0:
            scaler.unscale_(optimizer)
            nn.utils.clip_grad_norm_([w], 0.5)
        scaler.step(optimizer)
        scaler.update()
        yield step, scaler, w


def halves():
    """A linear layer in float16."""
    model = nn.Linear(8, 4)
    with torch.no_grad():
        model.weight.copy_((torch.arange(32) / 16 - 1).reshape(4, 8))
        model.bias.zero_()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
    scaler = torch.amp.GradScaler("cpu", init_scale=65536, growth_interval=4)
    x = (torch.arange(24) / 8 - 1.5).reshape(3, 8)
    for step in range(10):
        optimizer.zero_grad()
        with torch.autocast("cpu", torch.float16):
            out = model(x)
            loss = nn.functional.mse_loss(out, torch.ones(3, 4))
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        yield step, scaler, model.weight


write("scaler-overflows", overflows())
write("scaler-halves", halves())
