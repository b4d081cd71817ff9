"""Steps a second of two models on one GPU, in bfloat16. It trains alone, or as a rank of Manta's, to which it then reports each step."""

import os
import sys
import time

import torch
from torch import nn
from torch.nn import functional

WARM_UP, STEPS = 30, 200


class Residual(nn.Module):
    """Two convolutions of ResNet-18 around which the input is added."""

    def __init__(self, channels_in, channels, stride):
        super().__init__()
        self.one = nn.Conv2d(channels_in, channels, 3, stride, 1, bias=False)
        self.two = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.norms = nn.ModuleList([nn.BatchNorm2d(channels), nn.BatchNorm2d(channels)])
        same = stride == 1 and channels_in == channels
        self.around = nn.Identity() if same else nn.Sequential(nn.Conv2d(channels_in, channels, 1, stride, bias=False), nn.BatchNorm2d(channels))

    def forward(self, x):
        inner = functional.relu(self.norms[0](self.one(x)))
        return functional.relu(self.norms[1](self.two(inner)) + self.around(x))


def resnet18():
    layers = [nn.Conv2d(3, 64, 7, 2, 3, bias=False), nn.BatchNorm2d(64), nn.ReLU(), nn.MaxPool2d(3, 2, 1)]
    before = 64
    for channels, stride in ((64, 1), (128, 2), (256, 2), (512, 2)):
        layers += [Residual(before, channels, stride), Residual(channels, channels, 1)]
        before = channels
    return nn.Sequential(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(512, 1000))


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norms = nn.ModuleList([nn.LayerNorm(width), nn.LayerNorm(width)])
        self.asked, self.mixed = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.inner = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        batch, length, width = x.shape
        parts = self.asked(self.norms[0](x)).view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        seen = functional.scaled_dot_product_attention(*parts, is_causal=True)
        x = x + self.mixed(seen.transpose(1, 2).reshape(batch, length, width))
        return x + self.inner(self.norms[1](x))


class Gpt(nn.Module):
    def __init__(self, words=8192, width=512, layers=8, heads=8, length=512):
        super().__init__()
        self.words, self.places = nn.Embedding(words, width), nn.Embedding(length, width)
        self.blocks = nn.Sequential(*(Block(width, heads) for _ in range(layers)))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, words, bias=False)

    def forward(self, tokens):
        places = torch.arange(tokens.shape[1], device=tokens.device)
        return self.head(self.norm(self.blocks(self.words(tokens) + self.places(places))))


def images(device):
    x, y = torch.randn(64, 3, 224, 224, device=device), torch.randint(1000, (64,), device=device)
    return lambda model: functional.cross_entropy(model(x), y)


def texts(device):
    tokens = torch.randint(8192, (64, 513), device=device)
    return lambda model: functional.cross_entropy(model(tokens[:, :-1]).flatten(0, 1), tokens[:, 1:].flatten())


def steps_per_second(model, loss_of, report):
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4)
    for step in range(WARM_UP + STEPS):
        if step == WARM_UP:
            torch.cuda.synchronize()
            begin = time.perf_counter()
        with torch.autocast("cuda", torch.bfloat16):
            loss = loss_of(model)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        report({"step": step})
    torch.cuda.synchronize()
    return STEPS / (time.perf_counter() - begin)


def reporter():
    if "MANTA_RUN" not in os.environ:
        return lambda metrics: None
    import manta

    return manta.report


def main():
    device = torch.device("cuda")
    report = reporter()
    for name, model, loss in (("resnet", resnet18(), images), ("gpt", Gpt(), texts)):
        figure = f"figure {name} {steps_per_second(model.to(device), loss(device), report)}"
        print(figure)
        if len(sys.argv) > 1:
            with open(sys.argv[1], "a") as out:
                out.write(figure + "\n")


main()
