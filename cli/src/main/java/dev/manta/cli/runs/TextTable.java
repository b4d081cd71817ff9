package dev.manta.cli.runs;

import java.util.ArrayList;
import java.util.List;

/// Rows of text in columns, each as wide as its widest cell; the last is not padded.
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  /// Adds a row; its cells may be fewer or more than those of others.
  public TextTable row(String... cells) {
    rows.add(List.of(cells));
    return this;
  }

  /// All rows as lines.
  public List<String> lines() {
    return rows.stream().map(this::line).toList();
  }

  private String line(List<String> row) {
    var line = new StringBuilder();
    for (int column = 0; column < row.size(); column++) {
      line.append(row.get(column));
      if (column < row.size() - 1) {
        line.append(" ".repeat(width(column) - row.get(column).length() + 2));
      }
    }
    return line.toString().stripTrailing();
  }

  private int width(int column) {
    return rows.stream()
        .filter(row -> row.size() > column)
        .mapToInt(row -> row.get(column).length())
        .max()
        .orElse(0);
  }
}
