package dev.manta.train.logged;

/// What a training function may log beside numbers, with [dev.manta.train.TrainContext#log].
public sealed interface Logged permits LoggedImage, Histogram, LoggedText, LoggedTable {
  /// How large one may be when it is stored: 4 MB.
  int BYTES_MAX = 4 << 20;

  /// Which of the kinds it is.
  LoggedKind kind();

  /// What is stored of it; [LoggedKind#read] reads that.
  byte[] stored();
}
