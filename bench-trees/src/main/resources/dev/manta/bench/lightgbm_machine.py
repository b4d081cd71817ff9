"""One machine of LightGBM's socket mode: its Parquet files as an array, and a tree after the other, each followed by a score of the rows, as Manta reports it. The first machine saves the model."""

import json
import sys
import time

import numpy
import pyarrow
import pyarrow.parquet as parquet

# Installed for other benchmarks: importing lightgbm would import them too, which takes a second.
OTHERS = ("dask", "graphviz", "matplotlib", "pandas", "sklearn")
sys.modules.update(dict.fromkeys(OTHERS))
import lightgbm

for other in OTHERS:
    del sys.modules[other]

LABEL = "label"


def stamp(place):
    print(f"figure {place} {time.time()!r}", flush=True)


def column(table, name):
    """The values of a column, which has no nulls; to_numpy() would import pandas first."""
    return numpy.concatenate([numpy.from_dlpack(chunk) for chunk in table.column(name).chunks])


def read(files):
    """Features side by side, and labels."""
    table = pyarrow.concat_tables([parquet.ParquetFile(file).read() for file in files])
    names = [name for name in table.column_names if name != LABEL]
    features = numpy.empty((table.num_rows, len(names)), dtype=numpy.float32, order="F")
    for place, name in enumerate(names):
        features[:, place] = column(table, name)
    return features, column(table, LABEL)


def train(model, trees, parameters, ports, machine, *files):
    stamp("ready")
    features, labels = read(files)
    stamp("read")
    given = json.loads(parameters)
    ports = ports.split(",")
    settings = {
        "objective": given["objective"],
        "learning_rate": given["learningRate"],
        "num_leaves": given["numLeaves"],
        "num_threads": given["numThreads"],
        "tree_learner": "data",
        "pre_partition": True,
        "num_machines": len(ports),
        "machines": ",".join("127.0.0.1:" + port for port in ports),
        "local_listen_port": int(ports[int(machine)]),
        "force_row_wise": given["forceRowWise"],
        "verbosity": -1,
    }
    booster = lightgbm.Booster(settings, lightgbm.Dataset(features, labels, params=settings))
    stamp("built")
    for tree in range(int(trees)):
        booster.update()
        booster.eval_train()
        if tree == 0:
            stamp("first")
    stamp("last")
    if machine == "0":
        booster.save_model(model)
    booster.free_network()


if __name__ == "__main__":
    train(*sys.argv[1:])
