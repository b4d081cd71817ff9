"""Keras on each rank's own rows, with the PyTorch backend.

`manta run keras_regression.py --workers 2`
"""

import os

os.environ.setdefault("KERAS_BACKEND", "torch")

import keras
import manta
import numpy as np
from manta_keras import MantaCallback

keras.utils.set_random_seed(3)
rank, size = manta.get_context().get_world_rank(), manta.get_context().get_world_size()
x = np.random.default_rng(1).normal(size=(256, 8)).astype("float32")[rank::size]
y = x.sum(axis=1, keepdims=True)

model = keras.Sequential([keras.layers.Input((8,)), keras.layers.Dense(16, activation="relu"), keras.layers.Dense(1)])
model.compile(optimizer=keras.optimizers.Adam(0.01), loss="mse")
callback = MantaCallback()
model.fit(x, y, epochs=4, initial_epoch=callback.resume(model), batch_size=32, verbose=0, callbacks=[callback])
