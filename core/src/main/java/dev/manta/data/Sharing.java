package dev.manta.data;

/// Who gets which rows of a dataset in training.
public enum Sharing {
  /// Each row of a pass goes to one rank.
  SPLIT,
  /// Every rank reads all rows: for evaluation.
  WHOLE
}
