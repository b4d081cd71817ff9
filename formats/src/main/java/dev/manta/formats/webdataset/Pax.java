package dev.manta.formats.webdataset;

import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// What POSIX says of a file where its head has no space: lines of `length key=value`.
final class Pax {
  private Pax() {}

  static Optional<String> value(byte[] lines, String key) {
    int at = 0;
    while (at < lines.length) {
      int space = at;
      while (space < lines.length && lines[space] != ' ') {
        space++;
      }
      int length = Integer.parseInt(text(lines, at, space));
      if (length <= space - at || at + length > lines.length) {
        throw new IllegalArgumentException("an extended head is damaged");
      }
      String said = text(lines, space + 1, at + length - 1);
      if (said.startsWith(key + "=")) {
        return Optional.of(said.substring(key.length() + 1));
      }
      at += length;
    }
    return Optional.empty();
  }

  private static String text(byte[] bytes, int from, int to) {
    return new String(bytes, from, Math.max(0, to - from), StandardCharsets.UTF_8);
  }
}
