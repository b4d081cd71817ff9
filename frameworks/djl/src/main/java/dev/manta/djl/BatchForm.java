package dev.manta.djl;

import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import dev.manta.data.Batch;

/// How rows of a dataset become arrays: rows are in the first dimension of each.
public interface BatchForm {
  /// What the model takes.
  NDList data(NDManager manager, Batch rows);

  /// What the loss compares with.
  NDList labels(NDManager manager, Batch rows);
}
