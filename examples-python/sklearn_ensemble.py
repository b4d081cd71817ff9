"""Scikit-learn: each rank fits models on its own rows, and all together are an ensemble.

`manta run sklearn_ensemble.py --workers 2`
"""

import os
import pickle
import tempfile

import manta
import numpy as np
from sklearn.linear_model import SGDClassifier

context = manta.get_context()
rank, size = context.get_world_rank(), context.get_world_size()
random = np.random.default_rng(0)
x = random.normal(size=(400, 6))
y = (x[:, 0] + x[:, 1] > 0).astype(int)
own, test = slice(rank, 300, size), slice(300, 400)

model, start = SGDClassifier(random_state=rank), 0
checkpoint = manta.get_checkpoint()
if checkpoint:
    with checkpoint.part_of(rank, size).as_directory() as directory:
        with open(os.path.join(directory, "model.pickle"), "rb") as file:
            model, start = pickle.load(file)

for epoch in range(start, 4):
    model.partial_fit(x[own], y[own], classes=[0, 1])
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "model.pickle"), "wb") as file:
            pickle.dump((model, epoch + 1), file)
        manta.report(
            {"accuracy": model.score(x[test], y[test]), "epoch": epoch},
            checkpoint=manta.Checkpoint.from_directory(directory).part())
