package dev.manta.data;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How CSV files are written.
///
/// @param separator what is between fields
/// @param header whether the first line of each file names the columns
/// @param names the columns where there is no header line
/// @param types types by column, such as `f32`; the others are seen from the first rows of files
/// @param multiline whether quoted fields may hold line ends; files are then not split
/// @param nulls what stands for null where it is not quoted, beside nothing at all
public record CsvOptions(
    char separator,
    boolean header,
    List<String> names,
    Map<String, String> types,
    boolean multiline,
    List<String> nulls) {
  public CsvOptions {
    nulls = List.copyOf(nulls);
    if (separator > 127 || "\"\n\r".indexOf(separator) >= 0) {
      throw new IllegalArgumentException(
          "fields are separated by an ASCII character that is no quote or line end, not by '%s'"
              .formatted(separator));
    }
    names = List.copyOf(names);
    types = Map.copyOf(types);
    if (!header && names.isEmpty()) {
      throw new IllegalArgumentException("CSV files without a header need names of columns");
    }
  }

  /// Commas, a header line, one row per line.
  public static CsvOptions defaults() {
    return new CsvOptions(',', true, List.of(), Map.of(), false, List.of());
  }

  /// What is between fields; a comma unless set.
  public CsvOptions separator(char separator) {
    return new CsvOptions(separator, header, names, types, multiline, nulls);
  }

  /// Files begin with a row, and these are the columns.
  public CsvOptions noHeader(String... names) {
    return new CsvOptions(separator, false, List.of(names), types, multiline, nulls);
  }

  /// Sets a column's type, such as `f32`, `i64`, `text`, `date`, `timestamp[micros]` or
  /// `decimal(10,2)`.
  public CsvOptions type(String column, String type) {
    Map<String, String> more = new LinkedHashMap<>(types);
    more.put(column, type);
    return new CsvOptions(separator, header, names, more, multiline, nulls);
  }

  /// What stands for null beside an empty field, such as `NA`; quoted it is a text.
  public CsvOptions nullValues(String... nulls) {
    return new CsvOptions(separator, header, names, types, multiline, List.of(nulls));
  }

  /// Whether quoted fields may hold line ends; not unless set. Such files are not split.
  public CsvOptions multiline(boolean multiline) {
    return new CsvOptions(separator, header, names, types, multiline, nulls);
  }
}
