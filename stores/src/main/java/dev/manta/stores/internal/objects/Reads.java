package dev.manta.stores.internal.objects;

import dev.manta.error.MantaException;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.stores.internal.http.SegmentSink;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Reads objects: ranges in parallel, straight into memory; what is cut short is resumed at its
/// byte, and only from the same version of the object.
public final class Reads {
  /// How often an object that was replaced while it was read is read again.
  private static final int ROUNDS = 5;

  /// What is read at once into memory that only this thread may write to.
  private static final long PIECE = 128 * PartSizes.MEBIBYTE;

  private final StoreClient client;

  public Reads(StoreClient client) {
    this.client = client;
  }

  private record Range(long offset, MemorySegment into) {}

  /// Fills a segment from an offset of an object.
  public void read(Location at, String key, long offset, MemorySegment into) {
    if (into.byteSize() == 0 || key.isEmpty()) {
      requireThere(at, key);
    } else if (isShared(into)) {
      readShared(at, key, offset, into);
    } else {
      readInPieces(at, key, offset, into);
    }
  }

  /// By way of an array, again from its beginning where the object was replaced between two pieces.
  private void readInPieces(Location at, String key, long offset, MemorySegment into) {
    MemorySegment between = MemorySegment.ofArray(new byte[(int) Math.min(PIECE, into.byteSize())]);
    for (int round = 1; round <= ROUNDS; round++) {
      Set<String> versions = new HashSet<>();
      for (long from = 0; from < into.byteSize() && versions.size() < 2; from += PIECE) {
        long count = Math.min(PIECE, into.byteSize() - from);
        versions.add(readShared(at, key, offset + from, between.asSlice(0, count)));
        MemorySegment.copy(between, 0, into, from, count);
      }
      if (versions.size() == 1) {
        return;
      }
    }
    throw replaced(at, key);
  }

  private void requireThere(Location at, String key) {
    if (size(at, key).isEmpty()) {
      throw Failures.storage(reading(at, key), "there is nothing at this location");
    }
  }

  /// Memory of one thread cannot be filled by those that the HTTP client has.
  private static boolean isShared(MemorySegment into) {
    return into.isAccessibleBy(Thread.ofVirtual().unstarted(() -> {}));
  }

  /// The version that was read.
  private String readShared(Location at, String key, long offset, MemorySegment into) {
    List<Range> ranges = ranges(offset, into);
    for (int round = 1; round <= ROUNDS; round++) {
      Set<String> versions = ConcurrentHashMap.newKeySet();
      Slots.each(
          client.readSlots(),
          ranges,
          reading(at, key),
          range -> versions.add(version(at, key, range, offset, into)));
      if (versions.size() == 1) {
        return versions.iterator().next();
      }
    }
    throw replaced(at, key);
  }

  private static MantaException replaced(Location at, String key) {
    return Failures.storage(reading(at, key), "it was replaced each time that it was read");
  }

  private static List<Range> ranges(long offset, MemorySegment into) {
    long size = PartSizes.range(into.byteSize());
    List<Range> ranges = new ArrayList<>();
    for (long from = 0; from < into.byteSize(); from += size) {
      long count = Math.min(size, into.byteSize() - from);
      ranges.add(new Range(offset + from, into.asSlice(from, count)));
    }
    return ranges;
  }

  private static Call reading(Location at, String key) {
    return Call.of("read", at, "GET", key);
  }

  /// Fills a range; the version of the object that it was read from.
  private String version(Location at, String key, Range range, long offset, MemorySegment whole) {
    SegmentSink sink = new SegmentSink(range.offset(), range.into());
    try {
      for (int round = 1; round <= ROUNDS; round++) {
        Answer answer = client.call(() -> rest(at, key, range, sink));
        if (answer.status() != 412) {
          requireWhole(answer, sink, at, key, offset, whole.byteSize());
          client.meter().read(range.into().byteSize());
          return sink.version();
        }
        sink.restart();
      }
      throw replaced(at, key);
    } finally {
      sink.close();
    }
  }

  private static Call rest(Location at, String key, Range range, SegmentSink sink) {
    if (sink.missing() == 0) {
      sink.restart(); // its last answer never ended, and there is no range without bytes
    }
    long last = range.offset() + range.into().byteSize() - 1;
    Call call = reading(at, key).header("range", "bytes=" + sink.next() + "-" + last).into(sink);
    String version = sink.version();
    return version.isEmpty() ? call : call.header("if-match", version);
  }

  private void requireWhole(
      Answer answer, SegmentSink sink, Location at, String key, long offset, long wanted) {
    boolean past = answer.status() == 416;
    if (!answer.isFine() && !past) {
      throw Failures.of(reading(at, key), answer, client.settings());
    }
    if (past || sink.missing() > 0) {
      OptionalLong size = past ? size(at, key) : sink.total();
      throw Failures.storage(
          reading(at, key),
          "it ends after %s bytes, wanted were %s from %s"
              .formatted(size.isPresent() ? size.getAsLong() : "fewer", wanted, offset));
    }
  }

  /// The size of an object, or empty where there is none.
  public OptionalLong size(Location at, String key) {
    if (key.isEmpty()) {
      return OptionalLong.empty();
    }
    Answer answer = client.call(Call.of("look at", at, "HEAD", key));
    return answer.status() == 404 ? OptionalLong.empty() : OptionalLong.of(size(at, key, answer));
  }

  /// The object itself as a list has it, or empty where there is none.
  ///
  /// @param allowed whether it is an error that it may not be looked at: who may use what is below
  ///   a prefix may not always look at the prefix
  public Optional<Entry> entry(Location at, String key, boolean allowed) {
    Answer answer = client.call(Call.of("look at", at, "HEAD", key));
    return answer.status() == 404 || (!allowed && answer.status() == 403)
        ? Optional.empty()
        : Optional.of(new Entry(at, size(at, key, answer), modified(answer)));
  }

  private static Instant modified(Answer answer) {
    try {
      return ZonedDateTime.parse(
              answer.header("last-modified").orElse(""), DateTimeFormatter.RFC_1123_DATE_TIME)
          .toInstant();
    } catch (DateTimeException unknown) {
      return Instant.EPOCH;
    }
  }

  private long size(Location at, String key, Answer answer) {
    if (answer.isFine() && answer.length().isPresent()) {
      return answer.length().getAsLong();
    }
    // What is wrong is in a body, which the answer to HEAD has none of; so may the size be.
    Call call = Call.of("look at", at, "GET", key).header("range", "bytes=0-0");
    Answer said = client.call(call);
    if (answer.isFine() && said.status() == 416) {
      // An object without a first byte has none.
      return said.length().orElse(0);
    }
    if (answer.isFine() && said.isFine()) {
      return said.length()
          .orElseThrow(() -> Failures.storage(call, "the server does not say how long it is"));
    }
    throw Failures.of(call, said.isFine() ? answer : said, client.settings());
  }

  /// The whole object by one request, or empty where there is none.
  public Optional<byte[]> find(Location at, String key) {
    if (key.isEmpty()) {
      return Optional.empty();
    }
    Call plain = reading(at, key);
    boolean amazon = client.settings().dialect() == Dialect.AMAZON;
    Call call = amazon ? plain.checked(Map.entry("x-amz-checksum-mode", "ENABLED")) : plain;
    for (int round = 1; round <= ROUNDS; round++) {
      Answer answer = client.call(call);
      if (answer.status() == 404 && !answer.code().equals("NoSuchBucket")) {
        return Optional.empty();
      }
      if (!answer.isFine()) {
        throw Failures.of(call, answer, client.settings());
      }
      if (isIntact(answer)) {
        client.meter().read(answer.body().length);
        return Optional.of(answer.body());
      }
    }
    IOException damaged = new IOException("its checksum is not that of what came");
    throw Failures.of(call, damaged, client.settings(), ROUNDS);
  }

  /// The checksum of an object in parts is that of its parts' checksums, and ends with their
  /// number.
  private static boolean isIntact(Answer answer) {
    byte[] body = answer.body();
    return answer
        .header("x-amz-checksum-crc32c")
        .filter(sum -> !sum.contains("-"))
        .map(sum -> sum.equals(Payload.crc32c(body, body.length)))
        .orElse(true);
  }
}
