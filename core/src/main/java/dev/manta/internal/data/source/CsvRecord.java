package dev.manta.internal.data.source;

import dev.manta.data.CsvOptions;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// The fields of one CSV record, where they lie; a quoted field with doubled quotes is copied
/// aside.
final class CsvRecord {
  private byte[] bytes = new byte[0];
  private int begin;
  private int end;
  private byte[][] copies = new byte[16][];
  private int[] from = new int[16];
  private int[] to = new int[16];
  private boolean[] quoted = new boolean[16];
  private final byte separator;
  private final byte[][] nulls;
  private final Charset charset;
  private final boolean utf8;
  private int count;
  private boolean broken;

  CsvRecord(CsvOptions options) {
    separator = (byte) options.separator();
    charset = Charset.forName(options.charset());
    utf8 = charset.equals(StandardCharsets.UTF_8);
    nulls = options.nulls().stream().map(text -> text.getBytes(charset)).toArray(byte[][]::new);
  }

  /// A quote that is open where the bytes end.
  static final class Unclosed extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    Unclosed() {
      super("a quote is not closed; where fields hold line ends, set CsvOptions.multiline(true)");
    }
  }

  /// Reads a record; gives where the next one begins. With line ends in quotes a record may be
  /// longer than its first line.
  int read(byte[] all, int start, int limit) {
    bytes = all;
    begin = start;
    count = 0;
    broken = false;
    int at = start;
    while (true) {
      at = field(at, limit);
      if (at >= limit || bytes[at] != separator) {
        break;
      }
      at++;
    }
    end = at;
    return at;
  }

  private int field(int start, int limit) {
    grow();
    boolean quote = start < limit && bytes[start] == '"';
    int end = quote ? behind(quoted(start + 1, limit), limit) : plain(start, limit);
    count++;
    return end;
  }

  /// A closed quote ends its field; what follows it up to the next one has no meaning.
  private int behind(int closed, int limit) {
    int at = end(closed, limit);
    broken |= at > closed;
    return at;
  }

  private int plain(int start, int limit) {
    int at = end(start, limit);
    put(bytes, start, at, false);
    return at;
  }

  private int end(int start, int limit) {
    int at = start;
    while (at < limit && bytes[at] != separator && bytes[at] != '\n' && bytes[at] != '\r') {
      at++;
    }
    return at;
  }

  private int quoted(int start, int limit) {
    int at = start;
    boolean doubled = false;
    while (at < limit && !(bytes[at] == '"' && !(at + 1 < limit && bytes[at + 1] == '"'))) {
      boolean escape = bytes[at] == '"';
      doubled |= escape;
      at += escape ? 2 : 1;
    }
    if (at >= limit) {
      throw new Unclosed();
    }
    if (doubled) {
      byte[] copy = undoubled(start, at);
      put(copy, 0, copy.length, true);
    } else {
      put(bytes, start, at, true);
    }
    return at + 1;
  }

  private byte[] undoubled(int start, int stop) {
    byte[] copy = new byte[stop - start];
    int size = 0;
    for (int i = start; i < stop; i++) {
      copy[size++] = bytes[i];
      i += bytes[i] == '"' ? 1 : 0;
    }
    return Arrays.copyOf(copy, size);
  }

  private void put(byte[] in, int start, int stop, boolean isQuoted) {
    copies[count] = in;
    from[count] = start;
    to[count] = stop;
    quoted[count] = isQuoted;
  }

  private void grow() {
    if (count == from.length) {
      copies = Arrays.copyOf(copies, count * 2);
      from = Arrays.copyOf(from, count * 2);
      to = Arrays.copyOf(to, count * 2);
      quoted = Arrays.copyOf(quoted, count * 2);
    }
  }

  int fields() {
    return count;
  }

  byte[] bytes(int field) {
    return copies[field];
  }

  int from(int field) {
    return from[field];
  }

  int to(int field) {
    return to[field];
  }

  boolean isNull(int field) {
    return !quoted[field] && (isEmpty(field) || isNamedNull(field));
  }

  /// Whether nothing is in a field, quoted or not.
  boolean isEmpty(int field) {
    return from[field] == to[field];
  }

  private boolean isNamedNull(int field) {
    for (byte[] each : nulls) {
      if (Arrays.equals(each, 0, each.length, bytes, from[field], to[field])) {
        return true;
      }
    }
    return false;
  }

  /// Refuses a record with text between a closing quote and the end of its field.
  void requireWhole() {
    if (broken) {
      throw new IllegalArgumentException(
          "there is text behind a closing quote; a quote within quotes is written twice");
    }
  }

  String text(int field) {
    return new String(copies[field], from[field], to[field] - from[field], charset);
  }

  /// Whether the bytes of a field are those of its text in UTF-8.
  boolean isUtf8() {
    return utf8;
  }

  /// Refuses a field with bytes that are not characters.
  void requireText(int field) {
    if (isUtf8()) {
      if (Utf8Check.wrong(copies[field], from[field], to[field]) >= 0) {
        throw noText(Utf8Check.wrong(bytes, begin, end));
      }
    } else if (text(field).indexOf('\uFFFD') >= 0) {
      throw new IllegalArgumentException(
          "\"%s\" has bytes that are not characters of %s".formatted(text(field), charset));
    }
  }

  private IllegalArgumentException noText(int wrong) {
    return new IllegalArgumentException(
        LineFiles.noText(bytes, begin, wrong)
            + ": say how the file is written, such as CsvOptions.charset(\"windows-1252\")");
  }

  /// The record as it stands in the file.
  String text() {
    return new String(bytes, begin, end - begin, charset);
  }
}
