package dev.manta.internal.journal;

import dev.manta.storage.Location;
import dev.manta.storage.StorageFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// Seals the open segments that an earlier controller left behind.
final class MetricsRecovery {
  private static final String DAMAGED_SUFFIX = ".damaged";

  private final Segments segments;
  private final MetricsListener listener;

  MetricsRecovery(Segments segments, MetricsListener listener) {
    this.segments = segments;
    this.listener = listener;
  }

  /// Takes over everything that is open; the number of the next segment.
  long takeOver() {
    try {
      for (Path file : leftBehind()) {
        sealTaken(take(file));
      }
    } catch (IOException e) {
      throw StorageFailure.of("take over the metrics in", Location.of(segments.open()), e);
    }
    return segments.lastSealed() + 1;
  }

  private List<Path> leftBehind() throws IOException {
    if (!Files.isDirectory(segments.open())) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(segments.open())) {
      return files.filter(MetricsRecovery::isSegment).sorted().toList();
    }
  }

  private static boolean isSegment(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(Segments.SUFFIX) || name.endsWith(Segments.TAKEN_SUFFIX);
  }

  /// First the name, then the bytes: a writer that is still alive sees that its file is gone before
  /// it says that a row is durable.
  private static Path take(Path file) throws IOException {
    String name = String.valueOf(file.getFileName());
    if (name.endsWith(Segments.TAKEN_SUFFIX)) {
      return file;
    }
    Path taken = file.resolveSibling(name.replace(Segments.SUFFIX, Segments.TAKEN_SUFFIX));
    return Files.move(file, taken, StandardCopyOption.ATOMIC_MOVE);
  }

  private void sealTaken(Path file) throws IOException {
    byte[] rows = readable(file, wholeLines(Files.readAllBytes(file)));
    long number =
        SegmentNumber.of(String.valueOf(file.getFileName()), Segments.TAKEN_SUFFIX).orElse(1);
    if (rows.length > 0) {
      segments.seal(Math.min(number, segments.lastSealed() + 1), rows);
    }
    Files.deleteIfExists(file);
  }

  /// Without the lines that make no sense, as a power loss may leave: those are kept aside.
  private byte[] readable(Path file, byte[] lines) throws IOException {
    var good = new ByteArrayOutputStream(lines.length);
    var bad = new ByteArrayOutputStream();
    var damages = new AtomicInteger();
    var decoder = new MetricsRowDecoder(_ -> damages.incrementAndGet());
    for (int start = 0, end; start < lines.length; start = end) {
      end = MetricsRowDecoder.lineEnd(lines, start, lines.length);
      int before = damages.get();
      decoder.decode(lines, start, end);
      (damages.get() == before ? good : bad).write(lines, start, end - start);
    }
    if (bad.size() > 0) {
      Path aside = Files.write(Path.of(file + DAMAGED_SUFFIX), bad.toByteArray());
      listener.warning(
          "%s lines of the metrics in %s were damaged, as after a power loss: they are in %s, and the rest is kept"
              .formatted(damages.get(), file, aside));
    }
    return good.toByteArray();
  }

  /// Without the torn line that a crash leaves at the end.
  static byte[] wholeLines(byte[] bytes) {
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] != '\n') {
      end--;
    }
    return end == bytes.length ? bytes : Arrays.copyOf(bytes, end);
  }
}
