"""Writes what Python's torch.optim computes, for the tests of dev.manta.torch.optim.

    python optim_golden.py ../resources/dev/manta/torch/optim

Parameters and gradients follow formulas that the Java test repeats.
"""

import math
import pathlib
import sys

import torch

STEPS = (1, 2, 3, 10, 50, 300)
SHAPES = ((3, 4), (5,), (2, 2, 2))


def value(seed, index):
    return math.cos(0.7 * seed + 0.37 * index)


def gradient(parameter, index, step):
    return math.sin(0.3 * parameter + 0.41 * index + 0.11 * step) * (1 + 0.01 * (step % 7))


def tensors():
    made = []
    for p, shape in enumerate(SHAPES):
        count = math.prod(shape)
        made.append(torch.nn.Parameter(torch.tensor([value(p, i) for i in range(count)]).reshape(shape)))
    return made


def run(make, unused=False):
    parameters = tensors()
    optimizer = make(parameters)
    rows = []
    for step in range(1, max(STEPS) + 1):
        for p, parameter in enumerate(parameters):
            numbers = [gradient(p, i, step) for i in range(parameter.numel())]
            parameter.grad = torch.tensor(numbers).reshape(parameter.shape)
        if unused and step % 3 == 1:
            parameters[1].grad = None
        optimizer.step()
        if step in STEPS:
            flat = torch.cat([each.detach().reshape(-1) for each in parameters])
            rows.append((step, flat.tolist()))
    return rows


o = torch.optim
CASES = {
    "adamw": lambda p: o.AdamW(p, lr=1e-2),
    "adamw-amsgrad": lambda p: o.AdamW(p, lr=1e-2, betas=(0.8, 0.99), weight_decay=0.1, amsgrad=True),
    "adamw-groups": lambda p: o.AdamW([{"params": [p[0], p[2]]}, {"params": [p[1]], "weight_decay": 0.0, "lr": 3e-2}], lr=1e-2),
    "adam": lambda p: o.Adam(p, lr=1e-2, weight_decay=0.05, eps=1e-6),
    "sgd": lambda p: o.SGD(p, lr=1e-2),
    "sgd-nesterov": lambda p: o.SGD(p, lr=1e-2, momentum=0.9, weight_decay=5e-4, nesterov=True),
    "sgd-dampening": lambda p: o.SGD(p, lr=1e-2, momentum=0.8, dampening=0.3),
    "rmsprop": lambda p: o.RMSprop(p, lr=1e-3),
    "rmsprop-centered": lambda p: o.RMSprop(p, lr=1e-3, alpha=0.9, weight_decay=1e-2, momentum=0.5, centered=True),
    "adagrad": lambda p: o.Adagrad(p, lr=1e-1),
    "adagrad-decay": lambda p: o.Adagrad(p, lr=1e-1, lr_decay=1e-2, weight_decay=1e-2, initial_accumulator_value=0.1),
}
UNUSED = {"adamw", "sgd-nesterov", "rmsprop", "adagrad"}

s = o.lr_scheduler


def rates(make, optimizer=None, steps=40, metric=None):
    chosen = optimizer or o.SGD(tensors(), lr=0.1, momentum=0.9)
    schedule = make(chosen)
    rows = []
    for step in range(steps):
        group = chosen.param_groups[0]
        momentum = group.get("momentum", group.get("betas", (0,))[0])
        rows.append((step, [group["lr"], momentum]))
        chosen.step()
        if metric:
            schedule.step(metric(step))
        elif step < steps - 1:
            schedule.step()
    return rows


def warm(optimizer):
    first = s.LinearLR(optimizer, start_factor=0.1, total_iters=10)
    return s.SequentialLR(optimizer, [first, s.CosineAnnealingLR(optimizer, 30, eta_min=1e-3)], milestones=[10])


def metric(step):
    return 1.0 / (1 + step) if step < 6 else 0.2 + 0.001 * (step % 5)


RATES = {
    "step": lambda: rates(lambda x: s.StepLR(x, 7, gamma=0.5)),
    "cosine": lambda: rates(lambda x: s.CosineAnnealingLR(x, 40, eta_min=1e-3)),
    "warmup": lambda: rates(lambda x: s.LinearLR(x, start_factor=0.25, total_iters=8)),
    "warmup-cosine": lambda: rates(warm),
    "one-cycle": lambda: rates(lambda x: s.OneCycleLR(x, max_lr=0.5, total_steps=40)),
    "one-cycle-adam": lambda: rates(lambda x: s.OneCycleLR(x, max_lr=0.5, total_steps=40, pct_start=0.5), o.AdamW(tensors(), lr=0.1)),
    "plateau": lambda: rates(lambda x: s.ReduceLROnPlateau(x, factor=0.5, patience=3, cooldown=2, min_lr=1e-3), metric=metric),
}


def write(path, rows):
    lines = [" ".join([str(step)] + [repr(v) for v in numbers]) for step, numbers in rows]
    path.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    to = pathlib.Path(sys.argv[1])
    to.mkdir(parents=True, exist_ok=True)
    for name, make in CASES.items():
        write(to / f"{name}.txt", run(make))
    for name in sorted(UNUSED):
        write(to / f"{name}-unused.txt", run(CASES[name], unused=True))
    for name, make in RATES.items():
        write(to / f"rate-{name}.txt", make())
