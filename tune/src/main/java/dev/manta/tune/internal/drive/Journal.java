package dev.manta.tune.internal.drive;

/// Where an experiment's lines are appended; what was appended survives this process.
interface Journal extends AutoCloseable {
  /// Appends whole lines.
  void append(byte[] bytes, int length);

  @Override
  void close();
}
