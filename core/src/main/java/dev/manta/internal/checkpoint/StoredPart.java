package dev.manta.internal.checkpoint;

import java.util.List;
import java.util.Map;

/// What one rank has stored of a checkpoint; durable, but nothing until the checkpoint is
/// committed.
///
/// @param name the checkpoint's name: its directory
/// @param moment when in the run it was taken
public record StoredPart(
    String name,
    int rank,
    Extent extent,
    Moment moment,
    List<StoredFile> files,
    Map<String, String> metadata) {
  public StoredPart {
    files = List.copyOf(files);
    metadata = Map.copyOf(metadata);
    FilePath.requireWithin(extent, files);
    FilePath.requireDistinct(files);
  }

  /// How many bytes its files have.
  public long bytes() {
    return files.stream().mapToLong(StoredFile::size).sum();
  }
}
