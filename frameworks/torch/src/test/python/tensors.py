r"""What Python's PyTorch computes and prints for each case of TensorCases.

    tensors.py OUT

A line of OUT is: name, type, shape, values, and the printed text with \n for line ends, separated by tabs. The golden file of the tests is written by:
tensors.py src/test/resources/dev/manta/torch/tensors.txt
"""
import sys

import torch
import torch.nn.functional as F

X = torch.tensor([[0.5, -1.25, 3.0], [2.0, 0.25, -0.75]])
IDS = torch.tensor([2, 0, 1, 2])
CUBE = torch.arange(24).reshape(2, 3, 4)
WIDE = torch.arange(1, 2001).reshape(2, 1000)

cases = {
    "tensor_number": torch.tensor(2.5),
    "tensor_whole": torch.tensor(7),
    "tensor_floats": torch.tensor([1.5, 2.25]),
    "tensor_ints": torch.tensor([1, 2, 3]),
    "tensor_bools": torch.tensor([True, False]),
    "tensor_rows": X,
    "tensor_whole_rows": torch.tensor([[1, 2], [3, 4]]),
    "tensor_doubles": torch.tensor([0.1, 1e-3], dtype=torch.float64),
    "tensor_deep": torch.tensor([[[1.0], [2.0]], [[3.0], [4.0]]], dtype=torch.float16),
    "tensor_none": torch.tensor([]),
    "tensor_no_rows": torch.zeros(2, 0),
    "arange": torch.arange(5),
    "arange_from": torch.arange(2, 6),
    "arange_steps": torch.arange(10, 0, -3),
    "full": torch.full((2, 2), 3.5),
    "index_place": X[0],
    "index_last": X[:, -1],
    "index_slice": CUBE[0, 1:3, ::2],
    "index_from": CUBE[1:, :2],
    "index_ellipsis": CUBE[..., -1],
    "index_none": X[:, None],
    "index_none_last": X[..., None],
    "index_beyond": CUBE[:, 1:100],
    "index_rows": X[torch.tensor([1, 0, 1])],
    "index_mask": X[X > 0.4],
    "select": torch.select(CUBE, 1, -1),
    "slice": CUBE[:, :, 1:3],
    "slice_negative": CUBE[:, -2:-1],
    "slice_steps": CUBE[:, :, 0:4:3],
    "where": torch.where(X > 0, X, torch.zeros(2, 3)),
    "where_number": torch.where(X > 0, X, -1),
    "where_number_first": torch.where(X > 0, 9, X),
    "argmax": X.argmax(),
    "argmax_rows": X.argmax(1),
    "argmax_last_kept": X.argmax(-1, keepdim=True),
    "argmin": X.argmin(),
    "argmin_columns": X.argmin(0),
    "max": X.max(),
    "max_values": X.max(1).values,
    "max_indices": X.max(1).indices,
    "min": X.min(),
    "min_values": X.min(0).values,
    "min_indices": X.min(0).indices,
    "topk_values": X.topk(2).values,
    "topk_indices": X.topk(2).indices,
    "topk_columns": X.topk(1, 0).indices,
    "sort_values": X.sort(1).values,
    "sort_descending": X.sort(1, descending=True).indices,
    "sum": X.sum(),
    "sum_rows": X.sum(1),
    "sum_two": CUBE.sum((0, 2)),
    "sum_kept": X.sum(1, keepdim=True),
    "mean": X.mean(),
    "mean_columns": X.mean(0),
    "mean_kept": X.mean(-1, keepdim=True),
    "std": X.std(),
    "std_columns": X.std(0),
    "std_kept": X.std(1, keepdim=True),
    "softmax": X.softmax(1),
    "log_softmax": X.log_softmax(-1),
    "cat": torch.cat((X, X)),
    "cat_columns": torch.cat((X, X), 1),
    "stack": torch.stack((IDS, IDS)),
    "stack_last": torch.stack((IDS, IDS), -1),
    "reshape": CUBE.reshape(4, -1),
    "flatten": CUBE.flatten(1),
    "transpose": CUBE.transpose(1, 2),
    "permute": CUBE.permute(2, 0, 1),
    "to_whole": X.long(),
    "to_bfloat16": X.bfloat16(),
    "one_hot": F.one_hot(IDS, 4),
    "add": IDS + 2,
    "sub": X - 0.5,
    "mul": IDS * 2,
    "mul_fraction": IDS * 0.5,
    "div": IDS / 2,
    "pow": X**2,
    "clamp": X.clamp(-1, 1),
    "eq": IDS == torch.tensor([2, 1, 1, 0]),
    "eq_number": IDS == 2,
    "gt": X > 0.25,
    "ge": X >= 0.25,
    "lt": X < 0.25,
    "le": X <= 0.25,
    # how values are printed
    "show_whole_fractions": torch.tensor([1.0, -20.0, 0.0]),
    "show_exponents": torch.tensor([1e-5, 1.0, 123456.0]),
    "show_large": torch.tensor([2e9, 1.0]),
    "show_not_finite": torch.tensor([float("nan"), float("inf"), 1.5, -float("inf")]),
    "show_only_not_finite": torch.tensor([float("nan"), -float("inf")]),
    "show_negative_zero": torch.tensor([-0.0, 1.25, -0.00001 * 20]),
    "show_rounding": torch.tensor([0.00025, 0.00035, 2.00005, 9.99995], dtype=torch.float64),
    "show_zeros": torch.zeros(3),
    "show_lines": torch.arange(40) / 8,
    "show_cut_vector": torch.arange(1001),
    "show_cut_rows": WIDE,
    "show_cut_all": torch.arange(2000).reshape(20, 10, 10) / 4,
    "show_cut_columns_only": torch.zeros(2, 3, 400),
    "show_int32": torch.tensor([1, 2], dtype=torch.int32),
    "show_uint8": torch.tensor([[255, 0]], dtype=torch.uint8),
    "show_no_whole_numbers": torch.zeros(0, dtype=torch.int64),
    "show_double_lines": (torch.arange(9) + 0.125).double(),
    "show_trained": torch.ones(2, requires_grad=True),
    "show_computed": torch.zeros(2, 2, requires_grad=True).exp(),
    "show_long_suffix": (torch.arange(10) / 8).double().requires_grad_(),
    "show_four": torch.arange(16).reshape(2, 2, 2, 2),
}

with open(sys.argv[1], "w") as out:
    for name, t in cases.items():
        values = " ".join(repr(v) for v in t.detach().flatten().tolist())
        shape = ",".join(str(s) for s in t.shape)
        print(name, str(t.dtype).removeprefix("torch."), shape, values, str(t).replace("\n", "\\n"), sep="\t", file=out)
