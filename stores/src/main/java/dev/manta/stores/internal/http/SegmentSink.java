package dev.manta.stores.internal.http;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Memory that a range of an object is written to as it comes. It knows how far that got and from
/// which version of the object, so a body that was cut short is resumed at its byte.
///
/// Used for one call after the other: an abandoned one writes no more once the next has begun.
public final class SegmentSink {
  private static final Pattern RANGE = Pattern.compile("bytes (\\d{1,18})-\\d+/(\\d{1,18}|\\*)");

  private final long offset;
  private final MemorySegment into;
  private long received;
  private long total = -1;
  private boolean closed;
  private String version = "";
  private @Nullable SinkSubscriber writer;

  /// @param offset of the object's byte that comes first
  public SegmentSink(long offset, MemorySegment into) {
    this.offset = offset;
    this.into = into;
  }

  /// The object's byte that comes next.
  public synchronized long next() {
    return offset + received;
  }

  /// How many bytes are still missing.
  public synchronized long missing() {
    return into.byteSize() - received;
  }

  /// The version that the bytes so far are of; empty where the store has said none.
  public synchronized String version() {
    return version;
  }

  /// The size of the whole object, where an answer has said it.
  public synchronized OptionalLong total() {
    return total < 0 ? OptionalLong.empty() : OptionalLong.of(total);
  }

  /// Forgets what has come.
  public synchronized void restart() {
    received = 0;
    version = "";
  }

  /// From now on nothing is written: the memory may be gone.
  public synchronized void close() {
    closed = true;
    writer = null;
  }

  synchronized void write(SinkSubscriber from, ByteBuffer bytes) throws IOException {
    if (writer != from) {
      throw new IOException("the call was given up");
    }
    int count = bytes.remaining();
    if (count > into.byteSize() - received) {
      throw new IOException("more bytes came than were asked for");
    }
    MemorySegment.copy(MemorySegment.ofBuffer(bytes), 0, into, received, count);
    received += count;
  }

  /// What takes the body of an answer: an error where it is not what comes next.
  synchronized HttpResponse.BodySubscriber<byte[]> begin(
      HttpResponse.ResponseInfo answer, Progress progress) {
    if (closed) {
      return SinkSubscriber.refusing(this, progress, "the call was given up");
    }
    String tag = answer.headers().firstValue("etag").orElse("");
    if (received > 0 && !tag.equals(version)) {
      restart();
      return SinkSubscriber.refusing(this, progress, "the object was replaced meanwhile");
    }
    if (from(answer) != offset + received) {
      return SinkSubscriber.refusing(this, progress, "another range came than was asked for");
    }
    version = tag;
    SinkSubscriber subscriber = new SinkSubscriber(this, progress);
    writer = subscriber;
    return subscriber;
  }

  /// A server that sends the whole object begins at its beginning.
  private long from(HttpResponse.ResponseInfo answer) {
    Matcher range = RANGE.matcher(answer.headers().firstValue("content-range").orElse(""));
    if (answer.statusCode() != 206 || !range.matches()) {
      total = answer.headers().firstValueAsLong("content-length").orElse(-1);
      return 0;
    }
    total = range.group(2).equals("*") ? -1 : Long.parseLong(range.group(2));
    return Long.parseLong(range.group(1));
  }
}
