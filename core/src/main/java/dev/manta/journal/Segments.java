package dev.manta.journal;

import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/// Where the metrics of a run are: sealed segments in storage, open ones in a local directory.
///
/// @param metrics the place of the sealed segments
/// @param open the directory of the open segments: local, and the same for every controller on a
///   machine
record Segments(Storage storage, Location metrics, Path open) {
  static final String SUFFIX = ".jsonl";
  static final String TAKEN_SUFFIX = ".jsonl.taken";

  Location at(long number) {
    return metrics.resolve(SegmentNumber.name(number, SUFFIX));
  }

  Optional<byte[]> sealed(long number) {
    return storage.find(at(number));
  }

  long lastSealed() {
    return SegmentNumber.last(storage.children(metrics), SUFFIX);
  }

  /// Makes rows immutable under a number, or under the next free one where another controller took
  /// it; the number used. Doing it again after a lost answer is fine.
  long seal(long wanted, byte[] rows) {
    long number = wanted;
    while (!storage.putIfAbsent(at(number), rows)
        && !Arrays.equals(storage.read(at(number)), rows)) {
      number++;
    }
    return number;
  }

  /// The open file of a segment; the writer is in its name, so that two never write to one file.
  Path file(long number, String writer) {
    return open.resolve(SegmentNumber.name(number, "." + writer + SUFFIX));
  }
}
