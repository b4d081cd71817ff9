"""Writes the golden files beside it, as Python's torch and safetensors write them.

python golden.py DIRECTORY
"""
import collections
import os
import sys

import torch
from safetensors.torch import save_file

os.chdir(sys.argv[1])
TYPES = "float32 float64 float16 bfloat16 int64 int32 int16 int8 uint8 bool complex64 uint16 uint32 uint64 float8_e4m3fn float8_e5m2".split()


def values():
    return {t: torch.arange(6).reshape(2, 3).to(getattr(torch, t)) for t in TYPES}


def tensors():
    return {**values(), "scalar": torch.tensor(2.5), "empty": torch.zeros(0, 4)}


save_file(tensors(), "python.safetensors", metadata={"made": "by Python", "ümlaut": "ä"})

base = torch.arange(12, dtype=torch.float32).reshape(3, 4)
state = collections.OrderedDict(tensors())
state["transposed"] = base.t()
state["column"] = base[:, 1]
state["row"] = base[2]
state["parameter"] = torch.nn.Parameter(torch.ones(2))
state._metadata = collections.OrderedDict({"": {"version": 1}})
torch.save(state, "python.pt")

model = torch.nn.Linear(3, 2)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.5)
model(torch.ones(1, 3)).sum().backward()
optimizer.step()
nested = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": 1 << 40, "size": base.shape, "type": torch.float16, "none": None, "flag": True, "text": "ünï", "negative": -3, 5: "five"}
torch.save(nested, "nested.pt")


class Harm:
    def __reduce__(self):
        return os.system, ("echo harmed",)


torch.save({"weight": torch.ones(1), "harm": Harm()}, "harm.pt")
torch.save({"weight": torch.ones(1)}, "legacy.pt", _use_new_zipfile_serialization=False)
