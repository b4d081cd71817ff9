"""The models of `manta bench ddp` in Python, and how their steps are timed; the same ones are in DdpProgram."""

import time

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.parallel import DistributedDataParallel


class Cnn(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 32, 3)
        self.conv2 = nn.Conv2d(32, 64, 3)
        self.fc1 = nn.Linear(64 * 12 * 12, 128)
        self.fc2 = nn.Linear(128, 10)

    def forward(self, x):
        x = F.relu(self.conv2(F.relu(self.conv1(x))))
        x = F.max_pool2d(x, 2).flatten(1)
        return self.fc2(F.relu(self.fc1(x)))


class Mlp(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(784, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, 10)
        )

    def forward(self, x):
        return self.layers(x.flatten(1))


class Block(nn.Module):
    def __init__(self, inside, outside, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inside, outside, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outside)
        self.conv2 = nn.Conv2d(outside, outside, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outside)
        self.downsample = None
        if stride != 1 or inside != outside:
            self.downsample = nn.Sequential(nn.Conv2d(inside, outside, 1, stride, bias=False), nn.BatchNorm2d(outside))

    def forward(self, x):
        y = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        return F.relu(y + (x if self.downsample is None else self.downsample(x)))


class ResNet18(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 64, 3, 1, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(64)
        blocks, inside = [], 64
        for outside, stride in ((64, 1), (128, 2), (256, 2), (512, 2)):
            blocks += [Block(inside, outside, stride), Block(outside, outside, 1)]
            inside = outside
        self.blocks = nn.Sequential(*blocks)
        self.fc = nn.Linear(512, 10)

    def forward(self, x):
        x = self.blocks(F.relu(self.bn1(self.conv1(x))))
        return self.fc(F.adaptive_avg_pool2d(x, 1).flatten(1))


def sgd(model):
    return torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)


def adamw(model):
    return torch.optim.AdamW(model.parameters(), lr=1e-3, fused=True)  # the fastest that Python has


# name, model, optimizer, rows of a batch, steps to warm up, steps that count
CASES = [("cnn", Cnn, sgd, 64, 3, 15), ("mlp", Mlp, adamw, 64, 600, 200), ("resnet", ResNet18, sgd, 16, 1, 5)]


def wrapped(model):
    return DistributedDataParallel(model)


def steps_per_second(wrap=wrapped):
    """Steps a second of each case, on every rank of a process group."""
    torch.set_num_threads(1)
    return {name: measured(wrap, make, optimizer, rows, warm, count) for name, make, optimizer, rows, warm, count in CASES}


def measured(wrap, make, optimizer, rows, warm, count):
    torch.manual_seed(1)
    model = wrap(make())
    chosen = optimizer(model)
    images, labels = torch.randn(rows, 1, 28, 28), torch.randint(10, (rows,))
    for step in range(warm + count):
        if step == warm:
            torch.distributed.barrier()
            begin = time.perf_counter()
        chosen.zero_grad()
        loss = F.cross_entropy(model(images), labels)
        loss.backward()
        chosen.step()
    torch.distributed.barrier()
    return count / (time.perf_counter() - begin)
