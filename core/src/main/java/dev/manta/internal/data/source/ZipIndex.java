package dev.manta.internal.data.source;

import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Where the files of a zip archive are, as the list at its end says; also of those above 4 GB.
final class ZipIndex {
  private static final int END = 0x06054b50;
  private static final int END_BYTES = 22;
  private static final int COMMENT_MAX = 0xFFFF;
  private static final int LARGE_LOCATOR = 0x07064b50;
  private static final int LARGE_LOCATOR_BYTES = 20;
  private static final int LARGE_END_BYTES = 56;
  private static final int LISTED = 0x02014b50;
  private static final int LISTED_BYTES = 46;
  private static final int HEAD = 0x04034b50;
  private static final int HEAD_BYTES = 30;
  private static final int LARGE_EXTRA = 1;
  private static final long LIST_MAX = 64 << 20;

  private final Location at;
  private final Storage storage;
  private final long size;

  /// A file in the archive.
  ///
  /// @param offset where its stored bytes begin
  /// @param stored how many those are
  /// @param checksum the CRC-32 of what they unpack to
  record Entry(String name, boolean packed, long offset, long stored, long size, long checksum) {}

  private ZipIndex(Location at) {
    this.at = at;
    this.storage = Storages.at(at);
    this.size = storage.size(at).orElse(0);
  }

  /// The files of an archive; what is none is an `IllegalArgumentException`.
  static List<Entry> of(String path) {
    var index = new ZipIndex(Location.parse(path));
    try {
      return index.entries(index.list());
    } catch (IndexOutOfBoundsException | java.nio.BufferUnderflowException e) {
      throw new IllegalArgumentException("it is damaged", e);
    }
  }

  private ByteBuffer bytes(long from, long count) {
    if (from < 0 || count < 0 || from + count > size || count > LIST_MAX) {
      throw new IllegalArgumentException("it ends early, or is damaged");
    }
    return ByteBuffer.wrap(LineFiles.read(storage, at, from, count)).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// The list of files.
  private ByteBuffer list() {
    long from = Math.max(0, size - END_BYTES - COMMENT_MAX);
    ByteBuffer tail = bytes(from, size - from);
    int end = tail.limit() - END_BYTES;
    while (end >= 0 && tail.getInt(end) != END) {
      end--;
    }
    if (end < 0) {
      throw new IllegalArgumentException("it has no list of its arrays at its end");
    }
    int locator = end - LARGE_LOCATOR_BYTES;
    if (locator >= 0 && tail.getInt(locator) == LARGE_LOCATOR) {
      ByteBuffer large = bytes(tail.getLong(locator + 8), LARGE_END_BYTES);
      return bytes(large.getLong(48), large.getLong(40));
    }
    return bytes(unsigned(tail, end + 16), unsigned(tail, end + 12));
  }

  private static long unsigned(ByteBuffer bytes, int at) {
    return Integer.toUnsignedLong(bytes.getInt(at));
  }

  private static int small(ByteBuffer bytes, int at) {
    return Short.toUnsignedInt(bytes.getShort(at));
  }

  private List<Entry> entries(ByteBuffer list) {
    List<Entry> all = new ArrayList<>();
    int from = 0;
    while (from < list.limit()) {
      if (list.getInt(from) != LISTED) {
        throw new IllegalArgumentException("its list of arrays is damaged");
      }
      all.add(entry(list, from));
      from +=
          LISTED_BYTES + small(list, from + 28) + small(list, from + 30) + small(list, from + 32);
    }
    if (from != list.limit()) {
      throw new IllegalArgumentException("its list of arrays is damaged");
    }
    return all;
  }

  private Entry entry(ByteBuffer list, int from) {
    byte[] name = new byte[small(list, from + 28)];
    list.get(from + LISTED_BYTES, name);
    var large = new Large(list, from + LISTED_BYTES + name.length, small(list, from + 30));
    long length = large.or(unsigned(list, from + 24));
    long stored = large.or(unsigned(list, from + 20));
    long head = large.or(unsigned(list, from + 42));
    int method = small(list, from + 10);
    if (method != 0 && method != 8) {
      throw new IllegalArgumentException("it is packed in way " + method + ", which is not read");
    }
    String text = new String(name, StandardCharsets.UTF_8);
    long checksum = unsigned(list, from + 16);
    return new Entry(text, method == 8, behindHead(head), stored, length, checksum);
  }

  private long behindHead(long at) {
    ByteBuffer head = bytes(at, HEAD_BYTES);
    if (head.getInt(0) != HEAD) {
      throw new IllegalArgumentException("there is no array at byte " + at);
    }
    return at + HEAD_BYTES + small(head, 26) + small(head, 28);
  }

  /// Numbers that have no space in the list are behind the name, one after the other.
  private static final class Large {
    private static final long ELSEWHERE = 0xFFFFFFFFL;

    private final ByteBuffer list;
    private int next = -1;

    Large(ByteBuffer list, int from, int length) {
      this.list = list;
      int at = from;
      while (at + 4 <= from + length && next < 0) {
        next = small(list, at) == LARGE_EXTRA ? at + 4 : -1;
        at += 4 + small(list, at + 2);
      }
    }

    long or(long number) {
      if (number != ELSEWHERE) {
        return number;
      }
      if (next < 0) {
        throw new IllegalArgumentException("its list of arrays is damaged");
      }
      next += Long.BYTES;
      return list.getLong(next - Long.BYTES);
    }
  }
}
