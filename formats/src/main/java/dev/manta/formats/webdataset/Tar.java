package dev.manta.formats.webdataset;

import dev.manta.spi.files.StoredStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/// The files of a tar archive, one after the other.
final class Tar implements AutoCloseable {
  private static final int BLOCK = 512;
  private static final int NAME = 100;
  private static final int SIZE_AT = 124;
  private static final int SIZE_LENGTH = 12;
  private static final int TYPE_AT = 156;
  private static final int PREFIX_AT = 345;
  private static final int PREFIX = 155;
  private static final int BYTES_MAX = Integer.MAX_VALUE - 8;

  private final StoredStream in;
  private final long end;
  private final boolean last;
  private long next;
  private long at;
  private long size;
  private long unread;
  private String name = "";

  /// @param from where a file's head is
  /// @param size of the whole archive: a stretch that goes up to there has its end mark
  Tar(String path, long from, long end, long size) {
    this.in = StoredStream.of(path, from, end);
    this.next = from;
    this.end = end;
    this.last = from < end && end == size;
  }

  /// Goes to the next file, if there is one.
  boolean next() throws IOException {
    in.skipNBytes(unread);
    unread = 0;
    at = next;
    String longName = "";
    long longSize = -1;
    while (true) {
      byte[] head = in.readNBytes(BLOCK);
      if (head.length < BLOCK) {
        requireWhole(head.length);
        return false;
      }
      if (head[0] == 0) {
        return false;
      }
      begin(head, longSize);
      char type = (char) head[TYPE_AT];
      String told = longName.isEmpty() ? name(head) : longName;
      if (type == '0' || type == 0 || type == '7') {
        name = told;
        return true;
      }
      requireFile(type, told);
      byte[] more = type == 'L' || type == 'x' ? bytes() : new byte[0];
      if (type == 'L') {
        longName = text(more, 0, more.length);
      } else if (type == 'x') {
        longName = Pax.value(more, "path").orElse(longName);
        longSize = Pax.value(more, "size").map(Long::parseLong).orElse(longSize);
      } else {
        longName = "";
        longSize = -1;
      }
      in.skipNBytes(unread);
      unread = 0;
    }
  }

  /// An archive ends with empty blocks; without them, files may be missing.
  private void requireWhole(int rest) {
    if (last || rest > 0) {
      throw new IllegalArgumentException(
          "the archive is cut off at byte %s, as there is no end mark: fetch or write it again, or append 1024 zero bytes where nothing is missing"
              .formatted(end));
    }
  }

  /// Directories, devices and heads may be passed over; what stands for a file may not.
  private static void requireFile(char type, String name) {
    String what =
        switch (type) {
          case '1' -> "a hard link: write the archive with tar --hard-dereference";
          case '2' -> "a symbolic link: write the archive with tar --dereference";
          case 'S' -> "a sparse file: write the archive without tar --sparse";
          default -> "";
        };
    if (!what.isEmpty()) {
      throw new IllegalArgumentException("\"%s\" is %s".formatted(name, what));
    }
  }

  private void begin(byte[] head, long longSize) {
    size = longSize < 0 ? size(head) : longSize;
    long from = next + BLOCK;
    if (size < 0 || size > end - from) {
      throw new IllegalArgumentException(
          "the archive ends within the file that begins at byte " + next);
    }
    unread = Math.min(Math.ceilDiv(size, BLOCK) * BLOCK, end - from);
    next = from + unread;
  }

  /// Where the file begins, with all that is said of it.
  long at() {
    return at;
  }

  String name() {
    return name;
  }

  /// What the file holds; once.
  byte[] bytes() throws IOException {
    if (size > BYTES_MAX) {
      throw new IllegalArgumentException(
          "the file at byte %s has %s bytes, more than a value can have".formatted(at, size));
    }
    byte[] bytes = in.readNBytes((int) size);
    unread -= size;
    return bytes;
  }

  private static String name(byte[] head) {
    String name = text(head, 0, NAME);
    String prefix = text(head, PREFIX_AT, PREFIX);
    boolean ustar = text(head, 257, 5).equals("ustar");
    return ustar && !prefix.isEmpty() ? prefix + "/" + name : name;
  }

  private long size(byte[] head) {
    if (head[SIZE_AT] < 0) {
      return large(head);
    }
    String octal = text(head, SIZE_AT, SIZE_LENGTH).strip();
    try {
      return octal.isEmpty() ? 0 : Long.parseLong(octal, 8);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("there is no file's head at byte " + next, e);
    }
  }

  /// Sizes above 8 GB are binary.
  private static long large(byte[] head) {
    long size = 0;
    for (int i = SIZE_AT + SIZE_LENGTH - Long.BYTES; i < SIZE_AT + SIZE_LENGTH; i++) {
      size = size << Byte.SIZE | (head[i] & 0xFF);
    }
    return size;
  }

  private static String text(byte[] bytes, int from, int length) {
    int stop = from;
    while (stop < from + length && bytes[stop] != 0) {
      stop++;
    }
    return new String(bytes, from, stop - from, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
