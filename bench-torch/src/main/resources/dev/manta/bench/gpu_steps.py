"""The models of `manta bench gpu` in Python, in bfloat16 with the fused AdamW; the same ones are in GpuModel."""

import math
import sys
import time

import torch
import torch.nn as nn
import torch.nn.functional as F


class Attention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads, self.width = heads, width
        self.c_attn = nn.Linear(width, 3 * width)
        self.c_proj = nn.Linear(width, width)

    def forward(self, x):
        batch, time_, width = x.shape
        q, k, v = (t.view(batch, time_, self.heads, width // self.heads).transpose(1, 2) for t in self.c_attn(x).split(width, dim=2))
        y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        return self.c_proj(y.transpose(1, 2).flatten(2, 3))


class Block(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.ln_1, self.ln_2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.attn = Attention(width, heads)
        self.c_fc, self.c_proj = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.c_proj(F.gelu(self.c_fc(self.ln_2(x)), approximate="tanh"))


class Gpt(nn.Module):
    def __init__(self, vocabulary, context, width, heads, layers):
        super().__init__()
        self.wte, self.wpe = nn.Embedding(vocabulary, width), nn.Embedding(context, width)
        self.h = nn.ModuleList(Block(width, heads) for _ in range(layers))
        self.ln_f = nn.LayerNorm(width)
        self.register_buffer("places", torch.arange(context), persistent=False)
        for name, parameter in self.named_parameters():
            if parameter.dim() == 2:
                nn.init.normal_(parameter, std=0.02 / (math.sqrt(2 * layers) if name.endswith("c_proj.weight") else 1))
            elif name.endswith("bias"):
                nn.init.zeros_(parameter)

    def forward(self, ids):
        x = self.wte(ids) + self.wpe(self.places[: ids.shape[1]])
        for block in self.h:
            x = block(x)
        return F.linear(self.ln_f(x), self.wte.weight)


def conv(inside, outside, size, stride=1):
    return nn.Conv2d(inside, outside, size, stride, size // 2, bias=False)


class Bottleneck(nn.Module):
    def __init__(self, inside, width, stride):
        super().__init__()
        outside = 4 * width
        self.conv1, self.bn1 = conv(inside, width, 1), nn.BatchNorm2d(width)
        self.conv2, self.bn2 = conv(width, width, 3, stride), nn.BatchNorm2d(width)
        self.conv3, self.bn3 = conv(width, outside, 1), nn.BatchNorm2d(outside)
        self.downsample = None if inside == outside else nn.Sequential(conv(inside, outside, 1, stride), nn.BatchNorm2d(outside))

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(x)))
        y = F.relu(self.bn2(self.conv2(y)))
        y = self.bn3(self.conv3(y))
        return F.relu(y + (x if self.downsample is None else self.downsample(x)))


class ResNet50(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1, self.bn1, self.pool = conv(3, 64, 7, 2), nn.BatchNorm2d(64), nn.MaxPool2d(3, 2, 1)
        blocks, inside = [], 64
        for width, count, stride in ((64, 3, 1), (128, 4, 2), (256, 6, 2), (512, 3, 2)):
            for i in range(count):
                blocks.append(Bottleneck(inside, width, stride if i == 0 else 1))
                inside = 4 * width
        self.blocks = nn.Sequential(*blocks)
        self.fc = nn.Linear(2048, 1000)

    def forward(self, x):
        x = self.blocks(self.pool(F.relu(self.bn1(self.conv1(x)))))
        return self.fc(F.adaptive_avg_pool2d(x, 1).flatten(1))


def tokens(below, *shape):
    return torch.randint(below, shape, device="cuda")


def gpt():
    return Gpt(50257, 1024, 768, 12, 12).cuda(), tokens(50257, 16, 1024), tokens(50257, 16 * 1024)


def resnet():
    images = torch.randn(128, 3, 224, 224, device="cuda").contiguous(memory_format=torch.channels_last)
    return ResNet50().cuda().to(memory_format=torch.channels_last), images, tokens(1000, 128)


def tiny():
    return Gpt(12800, 256, 384, 6, 6).cuda(), tokens(12800, 8, 256), tokens(12800, 8 * 256)


# name, model with its batch, steps to warm up, steps that count
CASES = [("gpt", gpt, 30, 100), ("resnet", resnet, 30, 100), ("tiny", tiny, 300, 600)]


def measured(make, warm, count):
    torch.manual_seed(1)
    model, inputs, targets = make()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-4, fused=True)

    def steps(many):
        for _ in range(many):
            optimizer.zero_grad()
            with torch.autocast("cuda", torch.bfloat16):
                loss = F.cross_entropy(model(inputs).view(targets.shape[0], -1), targets)
            loss.backward()
            optimizer.step()
        assert not math.isnan(loss.item())

    steps(warm)
    begin = time.perf_counter()
    steps(count)
    return count / (time.perf_counter() - begin)


fewer = int(sys.argv[1]) if len(sys.argv) > 1 else 1
for name, make, warm, count in CASES:
    print("figure", name, measured(make, warm // fewer, count // fewer), flush=True)
