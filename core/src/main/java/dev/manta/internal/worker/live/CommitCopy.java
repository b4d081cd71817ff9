package dev.manta.internal.worker.live;

/// The copy of a commit in the memory of a process.
public interface CommitCopy extends AutoCloseable {
  long checksum();

  @Override
  void close();
}
