package dev.manta.torch.io;

import dev.manta.checkpoint.Checkpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The parts of a checkpoint as local directories, until it is closed.
final class OpenedParts implements AutoCloseable {
  private final List<Checkpoint.Opened> opened = new ArrayList<>();

  private OpenedParts() {}

  static OpenedParts of(Checkpoint checkpoint) {
    var parts = new OpenedParts();
    for (int i = 0; i < checkpoint.parts(); i++) {
      parts.opened.add(checkpoint.partOf(i).open());
    }
    return parts;
  }

  List<Path> directories() {
    return opened.stream().map(Checkpoint.Opened::directory).toList();
  }

  @Override
  public void close() {
    opened.forEach(Checkpoint.Opened::close);
  }
}
