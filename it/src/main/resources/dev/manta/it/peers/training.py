"""Trains the set-ups of a file, one per line, in one process on whole batches.

Arguments: the file, and the directory for what was learned, python-0, python-1, ..., and for how far rounding has moved
it at most, tensor by tensor: rounding-0, rounding-1, ...
"""

import math
import sys

import torch

WIDTH, CLASSES, WORDS = 12, 4, 20
NUDGES = 64
TYPES = {"f32": torch.float32, "f64": torch.float64, "bf16": torch.bfloat16}
torch.set_num_threads(1)


def wave(count, start, step):
    return torch.arange(count, dtype=torch.float64) * step + start


def body(family):
    nn = torch.nn
    if family == "linear":
        return nn.Sequential(nn.Linear(WIDTH, CLASSES))
    if family == "mlp":
        return nn.Sequential(nn.Linear(WIDTH, 16), nn.Tanh(), nn.Linear(16, CLASSES))
    if family == "norm":
        return nn.Sequential(nn.Linear(WIDTH, 10), nn.LayerNorm(10), nn.ReLU(), nn.Linear(10, CLASSES))
    if family == "convolution":
        return nn.Sequential(nn.Conv2d(1, 3, 2), nn.Tanh(), nn.Flatten(), nn.Linear(18, CLASSES))
    return nn.Sequential(nn.Embedding(WORDS, 5), nn.Flatten(), nn.Linear(5 * WIDTH, CLASSES))


class Net(torch.nn.Module):
    def __init__(self, setup):
        super().__init__()
        self.family = setup["model"]
        self.given = TYPES[setup["type"]]
        self.body = body(self.family)
        self.sometimes = torch.nn.Linear(WIDTH, CLASSES)
        if setup["unused"] in ("never", "both"):
            self.never = torch.nn.Linear(3, 2)

    def forward(self, x, everything):
        given = x
        if self.family == "convolution":
            given = x.reshape(-1, 1, 3, 4)
        if self.family == "embedding":
            given = (x.to(self.given).abs() * 7.0).long()
        out = self.body(given)
        return out + self.sometimes(x) if everything else out


def filled(net, dtype, nudged=None):
    """Where a value is nudged, by its number among all of them, it is the next one that the type has."""
    before = 0
    for number, parameter in enumerate(net.parameters()):
        values = (wave(parameter.numel(), 0.7 * number, 0.37).cos() * 0.3).to(dtype)
        if nudged is not None and before <= nudged < before + parameter.numel():
            values[nudged - before] *= 1 + torch.finfo(dtype).eps
        before += parameter.numel()
        parameter.data = values.view(parameter.shape)
    return net


def optimizer(setup, parameters):
    name = setup["optimizer"]
    rate = 0.05 if name.startswith("sgd") else 0.1 if name.startswith("adagrad") else 0.01
    groups = [{"params": parameters}]
    if setup["groups"] == "2":
        groups = [{"params": parameters[0::2]}, {"params": parameters[1::2], "lr": 3 * rate}]
    optim = torch.optim
    return {
        "sgd": lambda: optim.SGD(groups, rate),
        "sgd-momentum": lambda: optim.SGD(groups, rate, momentum=0.9),
        "sgd-nesterov": lambda: optim.SGD(groups, rate, momentum=0.9, weight_decay=1e-2, nesterov=True),
        "sgd-dampening": lambda: optim.SGD(groups, rate, momentum=0.8, dampening=0.3),
        "adam": lambda: optim.Adam(groups, rate, eps=1e-4, fused=True),
        "adam-decay": lambda: optim.Adam(groups, rate, eps=1e-4, weight_decay=0.05, fused=True),
        "adamw": lambda: optim.AdamW(groups, rate, eps=1e-4, weight_decay=0.01, fused=True),
        "adamw-amsgrad": lambda: optim.AdamW(
            groups, rate, eps=1e-4, betas=(0.8, 0.99), weight_decay=0.1, amsgrad=True, fused=True
        ),
        "rmsprop": lambda: optim.RMSprop(groups, rate, eps=1e-3),
        "rmsprop-centered": lambda: optim.RMSprop(
            groups, rate, eps=1e-1, alpha=0.9, momentum=0.5, centered=True
        ),
        "adagrad": lambda: optim.Adagrad(groups, rate, eps=1e-3, fused=True),
        "adagrad-decay": lambda: optim.Adagrad(
            groups, rate, lr_decay=1e-2, weight_decay=1e-2, initial_accumulator_value=0.1, fused=True
        ),
    }[name]()


def schedule(setup, optimizer, steps):
    lr = torch.optim.lr_scheduler
    return {
        "none": lambda: lr.LambdaLR(optimizer, lambda _: 1.0),
        "step": lambda: lr.StepLR(optimizer, 2, 0.7),
        "cosine": lambda: lr.LambdaLR(
            optimizer,
            [
                lambda step, base=group["lr"]: (1e-3 + (base - 1e-3) * (1 + math.cos(math.pi * step / steps)) / 2)
                / base
                for group in optimizer.param_groups
            ],
        ),
        "warmup": lambda: lr.LinearLR(optimizer, 0.25, total_iters=3),
        "cycle": lambda: lr.OneCycleLR(
            optimizer,
            0.05,
            total_steps=steps,
            cycle_momentum="momentum" in optimizer.defaults or "betas" in optimizer.defaults,
        ),
    }[setup["schedule"]]()


def train(setup, computed, nudged=None):
    """Values that a set-up's type holds, computed in another."""
    dtype = TYPES[setup["type"]]
    rows, batch, together, epochs = (int(setup[n]) for n in ("rows", "batch", "together", "epochs"))
    net = filled(Net(setup), dtype, nudged).to(computed)
    parameters = list(net.parameters())
    chosen = optimizer(setup, parameters)
    steps = max(2, epochs * (math.ceil(rows / batch) // together) + epochs)
    moving = schedule(setup, chosen, steps)
    x = wave(rows * WIDTH, 0.1, 0.83).sin().view(rows, WIDTH).to(dtype).to(computed)
    y = torch.tensor([(i * 7 + i // 3) % CLASSES for i in range(rows)])
    made = 0
    for _ in range(epochs):
        for number, start in enumerate(range(0, rows, batch), 1):
            everything = setup["unused"] not in ("sometimes", "both") or made % 3 != 1
            out = net(x[start : start + batch], everything)
            (torch.nn.functional.cross_entropy(out, y[start : start + batch]) / together).backward()
            if number % together == 0:
                if float(setup["clip"]) > 0:
                    torch.nn.utils.clip_grad_norm_(parameters, float(setup["clip"]))
                chosen.step()
                moving.step()
                chosen.zero_grad()
                made += 1
    return chosen


def values(chosen):
    """All parameters and their state by name."""
    found = {}
    all_of_them = [p for group in chosen.param_groups for p in group["params"]]
    for number, parameter in enumerate(all_of_them):
        found[f"parameter.{number}"] = parameter
        for name, value in chosen.state[parameter].items():
            if value is not None:
                found[f"state.{number}.{name}"] = value
    return {name: torch.as_tensor(value).detach().double().flatten() for name, value in found.items()}


def rounding(setup, learned):
    """How far rounding moves values: against 64 bits, which themselves are judged by 32 bits and the ratio of both steps.

    Eight bits are so few that one value may decide whether a unit is on: there, as far as the next value of one weight moves them, too.
    """
    exact = setup["type"] == "f64"
    others = [values(train(setup, torch.float32 if exact else torch.float64))]
    if setup["type"] == "bf16":
        weights = sum(parameter.numel() for parameter in Net(setup).parameters())
        others += [values(train(setup, torch.bfloat16, nudged)) for nudged in range(0, weights, math.ceil(weights / NUDGES))]
    factor = torch.finfo(torch.float64).eps / torch.finfo(torch.float32).eps if exact else 1
    return {name: max((value - other[name]).abs().max() for other in others).reshape(1) * factor for name, value in learned.items()}


def write(tensors, path):
    with open(path, "w") as out:
        for name, value in tensors.items():
            print(name, *map(repr, value.tolist()), file=out)


for index, line in enumerate(open(sys.argv[1]).read().split("\n")):
    if line:
        asked = dict(word.split("=", 1) for word in line.split(" "))
        learned = values(train(asked, TYPES[asked["type"]]))
        write(learned, f"{sys.argv[2]}/python-{index}")
        write(rounding(asked, learned), f"{sys.argv[2]}/rounding-{index}")
