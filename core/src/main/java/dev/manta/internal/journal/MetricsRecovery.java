package dev.manta.internal.journal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Seals the open segments that an earlier controller left behind.
final class MetricsRecovery {
  private static final String DAMAGED_SUFFIX = ".damaged";

  private final Segments segments;
  private final OpenDirectory open;
  private final MetricsListener listener;

  MetricsRecovery(Segments segments, MetricsListener listener) {
    this.segments = segments;
    this.open = segments.open();
    this.listener = listener;
  }

  /// Takes over everything that is open.
  void takeOver(WriterMark mark) {
    try {
      // Where there is nothing, whoever makes the first file finds no mark.
      if (!open.names().isEmpty()) {
        mark.claim();
      }
      for (String file : leftBehind()) {
        sealTaken(take(file));
      }
    } catch (IOException e) {
      throw segments.failure("take over the metrics in", e);
    }
  }

  private List<String> leftBehind() throws IOException {
    return open.names().stream().filter(MetricsRecovery::isSegment).sorted().toList();
  }

  private static boolean isSegment(String name) {
    return name.endsWith(Segments.SUFFIX) || name.endsWith(Segments.TAKEN_SUFFIX);
  }

  /// First the name, then the bytes: a writer that is still alive sees that its file is gone before
  /// it says that a row is durable.
  private String take(String name) throws IOException {
    if (name.endsWith(Segments.TAKEN_SUFFIX)) {
      return name;
    }
    String taken = name.replace(Segments.SUFFIX, Segments.TAKEN_SUFFIX);
    open.move(name, taken);
    return taken;
  }

  private void sealTaken(String file) throws IOException {
    byte[] rows = readable(file, wholeLines(open.read(file, 0)));
    long number = SegmentNumber.of(file, Segments.TAKEN_SUFFIX).orElse(1);
    if (rows.length > 0) {
      segments.seal(Math.min(number, segments.lastSealed() + 1), rows);
    }
    open.delete(file);
  }

  /// Without the lines that make no sense, as a power loss may leave: those are kept aside.
  private byte[] readable(String file, byte[] lines) throws IOException {
    var good = new ByteArrayOutputStream(lines.length);
    var bad = new ByteArrayOutputStream();
    var damages = new AtomicInteger();
    var decoder = new MetricsRowDecoder();
    for (int start = 0, end; start < lines.length; start = end) {
      end = MetricsRowDecoder.lineEnd(lines, start, lines.length);
      int before = damages.get();
      decoder.decode(lines, start, end, _ -> damages.incrementAndGet());
      (damages.get() == before ? good : bad).write(lines, start, end - start);
    }
    if (bad.size() > 0) {
      open.write(file + DAMAGED_SUFFIX, bad.toByteArray());
      listener.warning(
          "%s lines of the metrics in %s were damaged, as after a power loss: they are in %s, and the rest is kept"
              .formatted(
                  damages.get(),
                  open.location().resolve(file),
                  open.location().resolve(file + DAMAGED_SUFFIX)));
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
