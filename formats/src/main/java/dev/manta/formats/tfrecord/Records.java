package dev.manta.formats.tfrecord;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.files.RowStarts;
import dev.manta.spi.files.StoredStream;
import java.io.IOException;

/// The records of a stretch of a file, one after the other.
final class Records implements AutoCloseable {
  private final String path;
  private final StoredStream in;
  private final long end;
  private long at;
  private long next;
  private byte[] bytes = new byte[0];
  private int length;

  Records(String path, long from, long end) {
    this.path = path;
    this.in = StoredStream.of(path, from, end);
    this.next = from;
    this.end = end;
  }

  /// Where records begin, without reading them.
  static RowStarts.Walk walk(String path, long from, long size) {
    var records = new Records(path, from, size);
    return new RowStarts.Walk() {
      @Override
      public long next() throws IOException {
        records.head();
        records.in.skipNBytes(records.length + (long) Framing.TAIL);
        return records.next;
      }

      @Override
      public void close() throws IOException {
        records.close();
      }
    };
  }

  /// Goes to the next record, if there is one.
  boolean next() throws IOException {
    if (next >= end) {
      return false;
    }
    head();
    int whole = Math.toIntExact(next - at);
    if (bytes.length < whole) {
      bytes = new byte[Math.max(whole, 2 * bytes.length)];
    }
    in.readNBytes(bytes, Framing.HEAD, length + Framing.TAIL);
    return true;
  }

  /// Where a record's length is damaged, nothing behind it can be found.
  private void head() throws IOException {
    at = next;
    try {
      length = Math.toIntExact(Framing.length(in.readNBytes(Framing.HEAD), end - at));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new MantaException(
          ErrorCode.STORAGE, place() + ": " + e.getMessage() + "; the file is damaged", e);
    }
    next = at + Framing.HEAD + length + Framing.TAIL;
  }

  /// The record from [Framing#HEAD] on.
  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  void requireIntact() {
    Framing.requireIntact(bytes, Framing.HEAD, length);
  }

  String place() {
    return path + " record at byte " + at;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
