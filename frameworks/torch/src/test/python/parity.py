"""Computes each case of ParityCases with Python's PyTorch: output, loss and gradients, for the same weights and input.

    parity.py OUT [--samples N] [--full]

OUT begins with lines "case/name|shape|step" and an empty line, then come the values as little-endian floats. Of a tensor with more than N
values, every step-th is written. --full uses the sizes of real models instead of small ones.

The golden file of the tests is written by: parity.py src/test/resources/parity.golden --samples 96
"""
import argparse
import math

import numpy
import torch
from torch import nn
from torch.nn import functional as F


def draw(index, count):
    """Numbers in [-1, 1) that are a function of a tensor's index and their place: splitmix64."""
    k = numpy.arange(count, dtype=numpy.uint64)
    with numpy.errstate(over="ignore"):
        z = (k + numpy.uint64(index + 1) * numpy.uint64(0x51ED270B)) * numpy.uint64(0x9E3779B97F4A7C15)
        z = (z ^ (z >> numpy.uint64(30))) * numpy.uint64(0xBF58476D1CE4E5B9)
        z = (z ^ (z >> numpy.uint64(27))) * numpy.uint64(0x94D049BB133111EB)
        z = z ^ (z >> numpy.uint64(31))
    return (z >> numpy.uint64(40)).astype(numpy.float64) / 2**23 - 1


def filled(index, shape):
    return torch.from_numpy(draw(index, math.prod(shape))).float().reshape(shape)


def fill(module):
    """Weights scaled by their fan-in; one-dimensional ones around their usual value."""
    with torch.no_grad():
        for index, (name, t) in enumerate(module.state_dict().items()):
            if not t.is_floating_point():
                continue
            values = filled(index, t.shape)
            if name.endswith("running_var"):
                values = 1 + 0.5 * values
            elif t.dim() > 1:
                values = values * math.sqrt(3 / (t.numel() / t.shape[0]))
            elif name.endswith("weight"):
                values = 1 + 0.1 * values
            else:
                values = 0.1 * values
            t.copy_(values)


def ids(index, shape, count):
    values = torch.from_numpy(draw(index, math.prod(shape))).reshape(shape)
    return ((values + 1) / 2 * count).long().clamp(max=count - 1)


class Attention(nn.Module):
    """nn.MultiheadAttention as self-attention."""

    def __init__(self, causal=False):
        super().__init__()
        self.inner = nn.MultiheadAttention(16, 4, batch_first=True)
        self.causal = causal

    def forward(self, x):
        mask = nn.Transformer.generate_square_subsequent_mask(x.shape[1]) if self.causal else None
        return self.inner(x, x, x, need_weights=False, attn_mask=mask, is_causal=self.causal)[0]

    def state_dict(self, *args, **kwargs):
        return self.inner.state_dict(*args, **kwargs)


class First(nn.Module):
    """The first of a module's outputs."""

    def __init__(self, inner):
        super().__init__()
        self.inner = inner

    def forward(self, x):
        return self.inner(x)[0]

    def state_dict(self, *args, **kwargs):
        return self.inner.state_dict(*args, **kwargs)


class Residual(nn.Module):
    def __init__(self, body):
        super().__init__()
        self.body = body

    def forward(self, x):
        return self.body(x) + x


class Mlp(nn.Module):
    def __init__(self, *widths):
        super().__init__()
        steps = []
        for i in range(1, len(widths)):
            steps += [nn.Linear(widths[i - 1], widths[i]), nn.ReLU()]
        self.layers = nn.Sequential(*steps[:-1])

    def forward(self, x):
        return self.layers(x)


class LeNet(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 5, padding=2)
        self.conv2 = nn.Conv2d(6, 16, 5)
        self.fc1 = nn.Linear(400, 120)
        self.fc2 = nn.Linear(120, 84)
        self.fc3 = nn.Linear(84, classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.conv1(x)), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2)
        x = F.relu(self.fc1(x.flatten(1)))
        return self.fc3(F.relu(self.fc2(x)))


class BasicBlock(nn.Module):
    def __init__(self, i, o, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(i, o, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(o)
        self.conv2 = nn.Conv2d(o, o, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(o)
        if stride != 1 or i != o:
            self.downsample = nn.Sequential(nn.Conv2d(i, o, 1, stride, bias=False), nn.BatchNorm2d(o))
        else:
            self.downsample = None

    def forward(self, x):
        y = self.bn2(self.conv2(F.relu(self.bn1(self.conv1(x)))))
        return F.relu(y + (x if self.downsample is None else self.downsample(x)))


class ResNet18(nn.Module):
    def __init__(self, channels, classes, width, large=False):
        super().__init__()
        w = width
        self.conv1 = nn.Conv2d(channels, w, 7, 2, 3, bias=False) if large else nn.Conv2d(channels, w, 3, 1, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(w)
        self.pool = nn.MaxPool2d(3, 2, 1) if large else nn.Identity()
        self.layer1 = nn.Sequential(BasicBlock(w, w, 1), BasicBlock(w, w, 1))
        self.layer2 = nn.Sequential(BasicBlock(w, 2 * w, 2), BasicBlock(2 * w, 2 * w, 1))
        self.layer3 = nn.Sequential(BasicBlock(2 * w, 4 * w, 2), BasicBlock(4 * w, 4 * w, 1))
        self.layer4 = nn.Sequential(BasicBlock(4 * w, 8 * w, 2), BasicBlock(8 * w, 8 * w, 1))
        self.fc = nn.Linear(8 * w, classes)
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")

    def forward(self, x):
        x = self.pool(F.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(F.adaptive_avg_pool2d(x, 1).flatten(1))


class GptAttention(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.c_attn = nn.Linear(width, 3 * width)
        self.c_proj = nn.Linear(width, width)

    def forward(self, x):
        b, t, c = x.shape
        q, k, v = (y.view(b, t, self.heads, -1).transpose(1, 2) for y in self.c_attn(x).split(c, 2))
        scores = (q @ k.transpose(-2, -1)) / math.sqrt(c // self.heads)
        scores = scores.masked_fill(torch.ones(t, t).triu(1).bool(), float("-inf"))
        return self.c_proj((scores.softmax(-1) @ v).transpose(1, 2).reshape(b, t, c))


class GptNetwork(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.c_fc = nn.Linear(width, 4 * width)
        self.c_proj = nn.Linear(4 * width, width)

    def forward(self, x):
        return self.c_proj(F.gelu(self.c_fc(x), approximate="tanh"))


class GptBlock(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.ln_1 = nn.LayerNorm(width)
        self.attn = GptAttention(width, heads)
        self.ln_2 = nn.LayerNorm(width)
        self.mlp = GptNetwork(width)

    def forward(self, x):
        x = x + self.attn(self.ln_1(x))
        return x + self.mlp(self.ln_2(x))


class Gpt(nn.Module):
    def __init__(self, vocabulary, context, width, heads, layers):
        super().__init__()
        self.wte = nn.Embedding(vocabulary, width)
        self.wpe = nn.Embedding(context, width)
        self.h = nn.ModuleList(GptBlock(width, heads) for _ in range(layers))
        self.ln_f = nn.LayerNorm(width)

    def forward(self, ids):
        x = self.wte(ids) + self.wpe(torch.arange(ids.shape[1]))
        for block in self.h:
            x = block(x)
        return F.linear(self.ln_f(x), self.wte.weight)


class Named(nn.Module):
    """Children under the given names."""

    def __init__(self, **children):
        super().__init__()
        for name, child in children.items():
            self.add_module(name, child)


class BertLayer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.attention = attention(width)
        self.intermediate = Named(dense=nn.Linear(width, 4 * width))
        self.output = Named(dense=nn.Linear(4 * width, width), LayerNorm=nn.LayerNorm(width, eps=1e-12))

    def forward(self, x):
        b, t, c = x.shape
        own = getattr(self.attention, "self")
        q, k, v = (m(x).view(b, t, self.heads, -1).transpose(1, 2) for m in (own.query, own.key, own.value))
        scores = (q @ k.transpose(-2, -1)) / math.sqrt(c // self.heads)
        mixed = (scores.softmax(-1) @ v).transpose(1, 2).reshape(b, t, c)
        out = self.attention.output
        x = out.LayerNorm(out.dense(mixed) + x)
        return self.output.LayerNorm(self.output.dense(F.gelu(self.intermediate.dense(x))) + x)


def attention(width):
    parts = Named()
    parts.add_module("self", Named(query=nn.Linear(width, width), key=nn.Linear(width, width), value=nn.Linear(width, width)))
    parts.add_module("output", Named(dense=nn.Linear(width, width), LayerNorm=nn.LayerNorm(width, eps=1e-12)))
    return parts


class Bert(nn.Module):
    def __init__(self, vocabulary, context, width, heads, layers):
        super().__init__()
        self.embeddings = Named(
            word_embeddings=nn.Embedding(vocabulary, width, padding_idx=0),
            position_embeddings=nn.Embedding(context, width),
            token_type_embeddings=nn.Embedding(2, width),
            LayerNorm=nn.LayerNorm(width, eps=1e-12),
        )
        self.encoder = Named(layer=nn.ModuleList(BertLayer(width, heads) for _ in range(layers)))
        self.pooler = Named(dense=nn.Linear(width, width))

    def forward(self, ids):
        e = self.embeddings
        x = e.word_embeddings(ids) + e.token_type_embeddings(torch.zeros_like(ids)) + e.position_embeddings(torch.arange(ids.shape[1]))
        x = e.LayerNorm(x)
        for layer in self.encoder.layer:
            x = layer(x)
        return torch.cat([x, torch.tanh(self.pooler.dense(x[:, 0])).unsqueeze(1)], 1)


def layers():
    image, sequence, row = (2, 4, 9, 9), (2, 4, 13), (5, 12)
    lstm = nn.LSTM(6, 8, 2, batch_first=True, bidirectional=True)
    return {
        "linear": (nn.Linear(12, 7), row),
        "linear_no_bias": (nn.Linear(12, 7, bias=False), row),
        "conv1d": (nn.Conv1d(4, 6, 3, 2, 1), sequence),
        "conv2d": (nn.Conv2d(4, 6, 3), image),
        "conv2d_all": (nn.Conv2d(4, 6, (3, 2), (2, 1), (1, 2), (1, 2), 2, False), image),
        "conv_transpose2d": (nn.ConvTranspose2d(4, 6, 3, 2, 1), image),
        "conv_transpose2d_all": (nn.ConvTranspose2d(4, 6, 3, 2, 1, 1, 2, False), image),
        "batch_norm1d": (nn.BatchNorm1d(12), row),
        "batch_norm2d": (nn.BatchNorm2d(4), image),
        "batch_norm2d_eval": (nn.BatchNorm2d(4).eval(), image),
        "layer_norm": (nn.LayerNorm(12), row),
        "layer_norm_two": (nn.LayerNorm((9, 9)), image),
        "rms_norm": (nn.RMSNorm(12), row),
        "rms_norm_epsilon": (nn.RMSNorm(12, 1e-3), row),
        "group_norm": (nn.GroupNorm(2, 4), image),
        "dropout_eval": (nn.Dropout(0.5).eval(), row),
        "max_pool1d": (nn.MaxPool1d(3), sequence),
        "max_pool2d": (nn.MaxPool2d(3, 2, 1), image),
        "avg_pool1d": (nn.AvgPool1d(3), sequence),
        "avg_pool2d": (nn.AvgPool2d(3, 2, 1), image),
        "adaptive_avg_pool1d": (nn.AdaptiveAvgPool1d(5), sequence),
        "adaptive_avg_pool2d": (nn.AdaptiveAvgPool2d((2, 3)), image),
        "adaptive_max_pool1d": (nn.AdaptiveMaxPool1d(5), sequence),
        "adaptive_max_pool2d": (nn.AdaptiveMaxPool2d((2, 3)), image),
        "pad_zero": (nn.ZeroPad2d((1, 2, 0, 3)), image),
        "pad_constant": (nn.ConstantPad2d((1, 2, 0, 3), 0.5), image),
        "pad_reflect": (nn.ReflectionPad2d((1, 2, 0, 3)), image),
        "pad_replicate": (nn.ReplicationPad2d((1, 2, 0, 3)), image),
        "pad_circular": (nn.CircularPad2d((1, 2, 0, 3)), image),
        "embedding": (nn.Embedding(11, 5), ids(90, (3, 4), 11)),
        "embedding_padded": (nn.Embedding(11, 5, padding_idx=2), ids(90, (3, 4), 11)),
        "attention": (Attention(), (2, 7, 16)),
        "attention_causal": (Attention(causal=True), (2, 7, 16)),
        "lstm": (First(nn.LSTM(6, 8, batch_first=True)), (3, 5, 6)),
        "lstm_stacked": (First(lstm), (3, 5, 6)),
        "gru": (First(nn.GRU(6, 8, batch_first=True)), (3, 5, 6)),
        "relu": (nn.ReLU(), row),
        "leaky_relu": (nn.LeakyReLU(0.2), row),
        "elu": (nn.ELU(0.7), row),
        "gelu": (nn.GELU(), row),
        "gelu_tanh": (nn.GELU("tanh"), row),
        "silu": (nn.SiLU(), row),
        "sigmoid": (nn.Sigmoid(), row),
        "tanh": (nn.Tanh(), row),
        "hardswish": (nn.Hardswish(), row),
        "mish": (nn.Mish(), row),
        "softmax": (nn.Softmax(1), row),
        "log_softmax": (nn.LogSoftmax(1), row),
        "flatten": (nn.Flatten(), image),
        "sequential": (nn.Sequential(nn.Linear(12, 9), nn.Tanh(), nn.Linear(9, 3)), row),
        "residual": (Residual(nn.Sequential(nn.Linear(12, 12), nn.ReLU())), row),
    }


def models(full):
    if full:
        return {
            "mlp": (Mlp(784, 256, 256, 10), (64, 784)),
            "lenet": (LeNet(10), (16, 1, 28, 28)),
            "resnet18": (ResNet18(1, 10, 64), (4, 1, 28, 28)),
            "resnet18_large": (ResNet18(3, 1000, 64, large=True), (2, 3, 64, 64)),
            "gpt": (Gpt(1000, 64, 128, 4, 4), ids(90, (2, 48), 1000)),
            "bert": (Bert(1000, 64, 128, 4, 4), ids(90, (2, 48), 1000)),
        }
    return {
        "mlp": (Mlp(20, 16, 8, 4), (6, 20)),
        "lenet": (LeNet(10), (2, 1, 28, 28)),
        "resnet18": (ResNet18(1, 10, 4), (3, 1, 16, 16)),
        "gpt": (Gpt(31, 12, 24, 3, 2), ids(90, (2, 9), 31)),
        "bert": (Bert(31, 12, 24, 3, 2), ids(90, (2, 9), 31)),
    }


def losses():
    x, y = filled(90, (6, 5)), filled(91, (6, 5))
    classes, share = ids(92, (6,), 5), (y + 1) / 2
    functions = {
        "cross_entropy": lambda x: F.cross_entropy(x, classes),
        "smoothed": lambda x: F.cross_entropy(x, classes, label_smoothing=0.1),
        "nll": lambda x: F.nll_loss(F.log_softmax(x, 1), classes),
        "binary": lambda x: F.binary_cross_entropy_with_logits(x, share),
        "mse": lambda x: F.mse_loss(x, y),
        "mae": lambda x: F.l1_loss(x, y),
        "huber": lambda x: F.huber_loss(x, y, delta=0.5),
        "smooth_l1": lambda x: F.smooth_l1_loss(x, y, beta=0.5),
        "divergence": lambda x: F.kl_div(F.log_softmax(x, 1), share, reduction="batchmean"),
    }
    return {f"loss_{name}": value_and_gradient(function, x) for name, function in functions.items()}


def value_and_gradient(function, x):
    given = x.clone().requires_grad_()
    loss = function(given)
    loss.backward()
    return {"output": loss, "input.grad": given.grad}


def compute(module, x):
    """Output and gradients for a loss that weighs every output differently."""
    fill(module)
    given = x if isinstance(x, torch.Tensor) else filled(90, x).requires_grad_()
    out = module(given)
    (out * filled(91, out.shape)).sum().backward()
    values = {"output": out}
    if given.requires_grad:
        values["input.grad"] = given.grad
    own = module.inner if hasattr(module, "inner") else module
    for name, p in own.named_parameters():
        values[name + ".grad"] = p.grad if p.grad is not None else torch.zeros_like(p)
    for name, b in own.named_buffers():
        if b.is_floating_point():
            values[name] = b
    return values


def seeded():
    """First values for a seed, in the order in which modules draw them."""
    makers = {
        "linear": lambda: nn.Linear(12, 7),
        "conv1d": lambda: nn.Conv1d(4, 6, 3, 2, 1),
        "conv2d": lambda: nn.Conv2d(4, 6, 3),
        "conv_transpose2d_all": lambda: nn.ConvTranspose2d(4, 6, 3, 2, 1, 1, 2, False),
        "embedding": lambda: nn.Embedding(11, 5),
        "embedding_padded": lambda: nn.Embedding(11, 5, padding_idx=2),
        "attention": lambda: nn.MultiheadAttention(16, 4),
        "lstm_stacked": lambda: nn.LSTM(6, 8, 2, batch_first=True, bidirectional=True),
        "gru": lambda: nn.GRU(6, 8, batch_first=True),
        "mlp": lambda: Mlp(20, 16, 8, 4),
        "lenet": lambda: LeNet(10),
        "resnet18": lambda: ResNet18(1, 10, 4),
    }
    for name, make in makers.items():
        torch.manual_seed(17)
        yield name, {n: p for n, p in make().named_parameters()}


def write(path, cases, samples):
    with open(path, "wb") as out:
        kept = []
        for name, t in ((f"{case}/{n}", t) for case, values in cases.items() for n, t in values.items()):
            flat = t.detach().contiguous().reshape(-1)
            step = max(1, -(-flat.numel() // samples)) if samples else 1
            out.write(f"{name}|{','.join(map(str, t.shape))}|{step}\n".encode())
            kept.append(flat[::step])
        out.write(b"\n")
        for flat in kept:
            out.write(flat.numpy().astype("<f4").tobytes())


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("out")
    parser.add_argument("--samples", type=int, default=0)
    parser.add_argument("--full", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(1)
    cases = models(options.full) | ({} if options.full else layers())
    results = {name: compute(module, x) for name, (module, x) in cases.items()}
    if not options.full:
        results |= losses() | {f"seed_{name}": values for name, values in seeded()}
    write(options.out, results, options.samples)


if __name__ == "__main__":
    main()
