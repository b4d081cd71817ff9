package dev.manta.formats.webdataset;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Goes through a tar archive in memory.
final class Tar {
  private static final int BLOCK = 512;
  private static final int NAME = 100;
  private static final int SIZE_AT = 124;
  private static final int SIZE_LENGTH = 12;
  private static final int TYPE_AT = 156;
  private static final int PREFIX_AT = 345;
  private static final int PREFIX = 155;

  private Tar() {}

  interface OnFile {
    void file(String name, byte[] bytes);
  }

  static void each(byte[] archive, OnFile on) {
    int at = 0;
    String longName = "";
    while (at + BLOCK <= archive.length && archive[at] != 0) {
      long size = size(archive, at);
      int from = at + BLOCK;
      if (size > archive.length - from) {
        throw new IllegalArgumentException(
            "the archive ends within the file that begins at byte " + at);
      }
      byte[] bytes = Arrays.copyOfRange(archive, from, from + (int) size);
      char type = (char) archive[at + TYPE_AT];
      if (type == 'L') {
        longName = text(bytes, 0, bytes.length);
      } else if (type == '0' || type == 0) {
        on.file(longName.isEmpty() ? name(archive, at) : longName, bytes);
        longName = "";
      }
      at = from + Math.ceilDiv((int) size, BLOCK) * BLOCK;
    }
  }

  private static String name(byte[] archive, int at) {
    String name = text(archive, at, NAME);
    String prefix = text(archive, at + PREFIX_AT, PREFIX);
    boolean ustar = text(archive, at + 257, 5).equals("ustar");
    return ustar && !prefix.isEmpty() ? prefix + "/" + name : name;
  }

  private static long size(byte[] archive, int at) {
    String octal = text(archive, at + SIZE_AT, SIZE_LENGTH).strip();
    try {
      return octal.isEmpty() ? 0 : Long.parseLong(octal, 8);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("there is no file's head at byte " + at, e);
    }
  }

  private static String text(byte[] bytes, int from, int length) {
    int end = from;
    while (end < from + length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, from, end - from, StandardCharsets.UTF_8);
  }
}
