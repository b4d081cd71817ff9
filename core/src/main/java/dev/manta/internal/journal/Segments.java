package dev.manta.internal.journal;

import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageFailure;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/// Where the metrics of a run are: sealed segments in storage, open ones in a local directory.
///
/// @param metrics the place of the sealed segments
/// @param open the files of the open segments
record Segments(Storage storage, Location metrics, OpenDirectory open) {
  static final String SUFFIX = ".jsonl";
  static final String TAKEN_SUFFIX = ".jsonl.taken";
  private static final int MISSING_MAX = 1000;

  Location at(long number) {
    return metrics.resolve(SegmentNumber.name(number, SUFFIX));
  }

  /// A segment that is an object of its own.
  Optional<byte[]> single(long number) {
    return storage.find(at(number));
  }

  /// All objects with sealed segments. Where a look at a file costs no more than asking for its
  /// size with all others, that is left out.
  SealedListing listing() {
    return metrics.isLocal()
        ? SealedListing.of(metrics, storage.children(metrics))
        : SealedListing.of(storage.list(metrics));
  }

  /// The same with the sizes in any case.
  SealedListing sizes() {
    return SealedListing.of(storage.list(metrics));
  }

  long lastSealed() {
    return storage.children(metrics).stream()
        .map(SegmentRange::of)
        .flatMap(Optional::stream)
        .mapToLong(SegmentRange::last)
        .max()
        .orElse(0);
  }

  /// Whether a segment is an object of its own.
  boolean isSealed(long number) {
    return storage.exists(at(number));
  }

  /// The next open segment after one.
  OptionalLong openAfter(long number) {
    return openNumbers().filter(later -> later > number).min();
  }

  private LongStream openNumbers() {
    try {
      return open.names().stream().map(Segments::number).flatMapToLong(OptionalLong::stream);
    } catch (IOException e) {
      throw failure("list", e);
    }
  }

  /// What is in the open file of a segment from there on; empty where there is no such file.
  Optional<byte[]> opened(long number, long from) {
    try {
      Optional<String> file = open.names().stream().filter(name -> isOf(number, name)).findFirst();
      return file.isPresent() ? Optional.of(open.read(file.get(), from)) : Optional.empty();
    } catch (NoSuchFileException sealedMeanwhile) {
      return Optional.empty();
    } catch (IOException e) {
      throw failure("read", e);
    }
  }

  private static boolean isOf(long number, String name) {
    return number(name).equals(OptionalLong.of(number));
  }

  /// The number of an open file, also of one that a controller has taken to seal it and was killed
  /// before it had.
  private static OptionalLong number(String name) {
    OptionalLong open = SegmentNumber.of(name, SUFFIX);
    return open.isPresent() ? open : SegmentNumber.of(name, TAKEN_SUFFIX);
  }

  /// The exception for something that failed in the directory of open segments.
  MantaException failure(String operation, IOException why) {
    return StorageFailure.of(operation, open.location(), why);
  }

  /// The numbers below the last that no object has; the first thousand of them.
  List<Long> missing() {
    return new MissingSegments(this).first(MISSING_MAX);
  }

  /// Makes rows immutable under a number, or under the next free one where another controller took
  /// it; the number used. Doing it again after a lost answer is fine.
  long seal(long wanted, byte[] rows) {
    long number = wanted;
    while (!storage.putIfAbsent(at(number), rows) && !isThere(number, rows)) {
      number++;
    }
    return number;
  }

  /// One that was packed meanwhile is another controller's.
  private boolean isThere(long number, byte[] rows) {
    return single(number).filter(there -> Arrays.equals(there, rows)).isPresent();
  }

  /// The open file of a segment; the writer is in its name, so that two never write to one file.
  static String name(long number, String writer) {
    return SegmentNumber.name(number, "." + writer + SUFFIX);
  }
}
