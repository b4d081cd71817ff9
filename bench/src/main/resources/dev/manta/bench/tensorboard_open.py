"""TensorBoard as a peer of the dashboard.

`make DIRECTORY ROWS` writes an event file with ten scalars at each of ROWS steps; `open DIRECTORY` says how long its reader takes
until it has all of them, as the figure `open` in seconds.
"""

import math
import sys
import time

from tensorboard.backend.event_processing import event_accumulator
from tensorboard.compat.proto import event_pb2, summary_pb2
from tensorboard.summary.writer.event_file_writer import EventFileWriter


def make(directory, rows):
    writer = EventFileWriter(directory, max_queue_size=10000, flush_secs=60)
    for step in range(1, int(rows) + 1):
        values = [
            summary_pb2.Summary.Value(
                tag=f"metric-{metric}",
                simple_value=math.exp(-step / 1e5) + 0.01 * math.sin(step * (metric + 1.7)),
            )
            for metric in range(10)
        ]
        summary = summary_pb2.Summary(value=values)
        writer.add_event(event_pb2.Event(wall_time=1.7e9 + step / 1e3, step=step, summary=summary))
    writer.close()


def open_(directory):
    begin = time.perf_counter()
    reader = event_accumulator.EventAccumulator(directory, size_guidance={event_accumulator.SCALARS: 0, event_accumulator.TENSORS: 0})
    reader.Reload()
    tags = reader.Tags()
    names = tags["scalars"] or tags["tensors"]
    count = len(reader.Scalars(names[0])) if tags["scalars"] else len(reader.Tensors(names[0]))
    print("figure open", time.perf_counter() - begin)
    print("figure points", float(count * len(names)))


{"make": make, "open": open_}[sys.argv[1]](*sys.argv[2:])
