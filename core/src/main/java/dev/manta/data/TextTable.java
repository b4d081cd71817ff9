package dev.manta.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Rows as text, in aligned columns.
final class TextTable {
  private static final int WIDTH_MAX = 32;

  private TextTable() {}

  static String of(List<Row> rows) {
    if (rows.isEmpty()) {
      return "(no rows)\n";
    }
    List<List<String>> cells = new ArrayList<>();
    cells.add(rows.getFirst().names());
    for (Row row : rows) {
      cells.add(row.names().stream().map(name -> text(row.value(name))).toList());
    }
    return lines(cells);
  }

  private static String lines(List<List<String>> cells) {
    int[] widths = new int[cells.getFirst().size()];
    for (List<String> line : cells) {
      for (int i = 0; i < widths.length; i++) {
        widths[i] = Math.max(widths[i], line.get(i).length());
      }
    }
    StringBuilder out = new StringBuilder();
    for (List<String> line : cells) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < widths.length; i++) {
        text.append(line.get(i)).append(" ".repeat(widths[i] - line.get(i).length() + 2));
      }
      out.append(text.toString().stripTrailing()).append('\n');
    }
    return out.toString();
  }

  private static String text(@Nullable Object value) {
    String text =
        switch (value) {
          case null -> "null";
          case byte[] bytes -> bytes.length + " bytes";
          case float[] all -> Arrays.toString(all);
          case double[] all -> Arrays.toString(all);
          case int[] all -> Arrays.toString(all);
          case long[] all -> Arrays.toString(all);
          default -> Objects.toString(value);
        };
    return text.length() > WIDTH_MAX ? text.substring(0, WIDTH_MAX - 1) + "…" : text;
  }
}
