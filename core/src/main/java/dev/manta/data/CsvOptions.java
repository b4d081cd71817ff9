package dev.manta.data;

import static java.util.stream.Collectors.joining;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/// How CSV files are written.
///
/// @param separator what is between fields
/// @param header whether the first line of each file names the columns
/// @param names the columns where there is no header line
/// @param types types by column, such as `f32`; the others are seen from the first rows of files
/// @param multiline whether quoted fields may hold line ends; files are then not split
/// @param nulls what stands for null where it is not quoted, beside nothing at all
/// @param charset how characters are written, such as `UTF-8` or `windows-1252`
public record CsvOptions(
    char separator,
    boolean header,
    List<String> names,
    Map<String, String> types,
    boolean multiline,
    List<String> nulls,
    String charset) {
  private static final String UTF_8 = "UTF-8";
  private static final int SURROGATES = 0xD800;

  public CsvOptions {
    nulls = List.copyOf(nulls);
    if (separator > 127 || "\"\n\r".indexOf(separator) >= 0) {
      throw new IllegalArgumentException(
          "fields are separated by an ASCII character that is not a quote or line end, not by '%s'"
              .formatted(separator));
    }
    requireLines(charset, separator);
    names = List.copyOf(names);
    types = Map.copyOf(types);
    if (!header && names.isEmpty()) {
      throw new IllegalArgumentException("CSV files without a header need names of columns");
    }
  }

  /// Commas, a header line, one row per line.
  public static CsvOptions defaults() {
    return new CsvOptions(',', true, List.of(), Map.of(), false, List.of(), UTF_8);
  }

  /// Bytes that stand for line ends and separators must not be part of other characters.
  private static void requireLines(String name, char separator) {
    if (!Charset.isSupported(name)) {
      throw new IllegalArgumentException("there is no charset \"%s\" here".formatted(name));
    }
    Charset charset = Charset.forName(name);
    if (!charset.canEncode() || !isAscii(charset)) {
      throw new IllegalArgumentException(
          "files in %s cannot be cut into lines: convert them to UTF-8 before".formatted(name));
    }
    Set<Byte> parts = parts(charset);
    if (parts.contains((byte) '"') || parts.contains((byte) '\n') || parts.contains((byte) '\r')) {
      throw new IllegalArgumentException(
          "files in %s cannot be cut into fields: convert them to UTF-8 before".formatted(name));
    }
    if (parts.contains((byte) separator)) {
      throw new IllegalArgumentException(
          "'%s' may be a part of other characters in %s: convert the files to UTF-8 before"
              .formatted(separator, name));
    }
  }

  /// The bytes that characters of several bytes have.
  private static Set<Byte> parts(Charset charset) {
    Set<Byte> parts = new HashSet<>();
    boolean several = charset.newEncoder().maxBytesPerChar() > 1;
    for (int each = 128; several && !charset.name().equals(UTF_8) && each < SURROGATES; each++) {
      byte[] bytes = Character.toString(each).getBytes(charset);
      for (int i = 0; bytes.length > 1 && i < bytes.length; i++) {
        parts.add(bytes[i]);
      }
    }
    return parts;
  }

  private static boolean isAscii(Charset charset) {
    String all = IntStream.range(0, 128).mapToObj(Character::toString).collect(joining());
    return Arrays.equals(all.getBytes(charset), all.getBytes(StandardCharsets.US_ASCII));
  }

  /// What is between fields; a comma unless set.
  public CsvOptions separator(char separator) {
    return new CsvOptions(separator, header, names, types, multiline, nulls, charset);
  }

  /// Files begin with a row, and these are the columns.
  public CsvOptions noHeader(String... names) {
    return new CsvOptions(separator, false, List.of(names), types, multiline, nulls, charset);
  }

  /// Sets a column's type, such as `f32`, `i64`, `text`, `date`, `timestamp[micros]` or
  /// `decimal(10,2)`.
  public CsvOptions type(String column, String type) {
    Map<String, String> more = new LinkedHashMap<>(types);
    more.put(column, type);
    return new CsvOptions(separator, header, names, more, multiline, nulls, charset);
  }

  /// What stands for null beside an empty field, such as `NA`; quoted it is a text.
  public CsvOptions nullValues(String... nulls) {
    return new CsvOptions(separator, header, names, types, multiline, List.of(nulls), charset);
  }

  /// Whether quoted fields may hold line ends; not unless set. Such files are not split.
  public CsvOptions multiline(boolean multiline) {
    return new CsvOptions(separator, header, names, types, multiline, nulls, charset);
  }

  /// How characters are written, such as `windows-1252`; UTF-8 unless set, and then anything else
  /// is a bad record.
  public CsvOptions charset(String charset) {
    return new CsvOptions(separator, header, names, types, multiline, nulls, charset);
  }
}
