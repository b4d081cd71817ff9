package dev.manta.train.tracker;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A line of a CSV file: fields with commas or quotation marks are quoted, line breaks are spaces.
final class CsvLine {
  private CsvLine() {}

  static String of(List<String> fields) {
    return fields.stream().map(CsvLine::quoted).collect(Collectors.joining(","));
  }

  private static String quoted(String field) {
    String line = field.replaceAll("[\\r\\n]+", " ");
    boolean plain = line.indexOf(',') < 0 && line.indexOf('"') < 0;
    return plain ? line : '"' + line.replace("\"", "\"\"") + '"';
  }

  /// The fields of a line that [#of] made.
  static List<String> fields(String line) {
    List<String> fields = new ArrayList<>();
    StringBuilder field = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < line.length(); i++) {
      char c = line.charAt(i);
      boolean doubled = quoted && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"';
      if (doubled) {
        field.append(c);
        i++;
      } else if (c == '"') {
        quoted = !quoted;
      } else if (c == ',' && !quoted) {
        fields.add(field.toString());
        field.setLength(0);
      } else {
        field.append(c);
      }
    }
    fields.add(field.toString());
    return fields;
  }
}
