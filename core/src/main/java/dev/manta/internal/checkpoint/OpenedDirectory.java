package dev.manta.internal.checkpoint;

import dev.manta.checkpoint.Checkpoint;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/// An open checkpoint, given back once.
record OpenedDirectory(Path directory, Runnable release, AtomicBoolean closed)
    implements Checkpoint.Opened {
  static OpenedDirectory inPlace(Path directory) {
    return of(directory, () -> {});
  }

  static OpenedDirectory of(Path directory, Runnable release) {
    return new OpenedDirectory(directory, release, new AtomicBoolean());
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      release.run();
    }
  }
}
