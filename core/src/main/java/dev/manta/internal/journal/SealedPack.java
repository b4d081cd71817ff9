package dev.manta.internal.journal;

import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonBytes;
import dev.manta.spi.json.JsonException;
import dev.manta.storage.Location;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Segments one after the other, behind a line that says how many bytes each has:
/// `{"first":1,"bytes":[512,-1,480]}`. One that was missing has -1.
final class SealedPack implements SealedContent {
  private static final long MISSING = -1;

  private final SegmentRange range;
  private final byte[] content;
  private final long[] starts;
  private final long[] lengths;

  private SealedPack(SegmentRange range, byte[] content, long begin, long[] lengths) {
    this.range = range;
    this.content = content;
    this.lengths = lengths;
    this.starts = new long[lengths.length];
    long start = begin;
    for (int i = 0; i < lengths.length; i++) {
      starts[i] = start;
      start += Math.max(0, lengths[i]);
    }
  }

  /// The bytes of a pack.
  static byte[] compose(SegmentRange range, Map<Long, ByteBuffer> segments) {
    JsonBytes header = header(range, segments);
    long rows = segments.values().stream().mapToLong(ByteBuffer::remaining).sum();
    var pack = ByteBuffer.allocate(Math.toIntExact(header.length() + rows));
    pack.put(header.array(), 0, header.length());
    for (long number = range.first(); number <= range.last(); number++) {
      ByteBuffer segment = segments.get(number);
      if (segment != null) {
        pack.put(segment.duplicate());
      }
    }
    return pack.array();
  }

  private static JsonBytes header(SegmentRange range, Map<Long, ByteBuffer> segments) {
    var header = new JsonBytes();
    header.ascii("{\"first\":").number(range.first()).ascii(",\"bytes\":[");
    for (long number = range.first(); number <= range.last(); number++) {
      ByteBuffer segment = segments.get(number);
      header.ascii(number == range.first() ? "" : ",");
      header.number(segment == null ? MISSING : segment.remaining());
    }
    return header.ascii("]}\n");
  }

  /// Reads a pack, or as much of it as has its first line.
  static SealedPack parse(Location at, SegmentRange range, byte[] bytes) {
    int end = MetricsRowDecoder.lineEnd(bytes, 0, bytes.length);
    try {
      List<Json> said = Json.parse(bytes, 0, end).asObject().get("bytes").asArray().items();
      if (said.size() != range.size()) {
        throw new JsonException(
            "it has the lengths of %s segments, not of %s".formatted(said.size(), range.size()));
      }
      return new SealedPack(range, bytes, end, said.stream().mapToLong(Json::asInt).toArray());
    } catch (JsonException e) {
      throw new Unreadable("pack of metrics", at, e);
    }
  }

  /// Whether bytes from the front of a pack have its whole first line.
  static boolean isHeaderWithin(byte[] front) {
    int end = MetricsRowDecoder.lineEnd(front, 0, front.length);
    return end > 0 && front[end - 1] == '\n';
  }

  /// Whether a segment is in it.
  boolean has(long number) {
    return range.contains(number) && lengths[(int) (number - range.first())] >= 0;
  }

  @Override
  public Optional<byte[]> segment(long number) {
    return view(number)
        .map(ByteBuffer::slice)
        .map(
            rows ->
                Arrays.copyOfRange(
                    content, rows.arrayOffset(), rows.arrayOffset() + rows.remaining()));
  }

  /// Of a pack that is cut off, what is there.
  @Override
  public Optional<ByteBuffer> view(long number) {
    if (!has(number)) {
      return Optional.empty();
    }
    int i = (int) (number - range.first());
    long from = Math.min(starts[i], content.length);
    long to = Math.min(from + lengths[i], content.length);
    return Optional.of(ByteBuffer.wrap(content, (int) from, (int) (to - from)));
  }

  @Override
  public boolean isWhole() {
    int last = lengths.length - 1;
    return starts[last] + Math.max(0, lengths[last]) == content.length;
  }
}
