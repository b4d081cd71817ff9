package dev.manta.tune.internal.plot;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// A grid of characters: lines are drawn with braille dots, two by four in each cell, and single
/// characters over them.
final class TextCanvas {
  private static final int BRAILLE = 0x2800;

  /// The bits of a cell's dots, by row and column.
  private static final int[][] BITS = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};

  private final char[][] cells;
  private final int[][] dots;

  TextCanvas(int columns, int rows) {
    cells = new char[rows][columns];
    dots = new int[rows][columns];
    for (char[] row : cells) {
      Arrays.fill(row, ' ');
    }
  }

  int columns() {
    return cells[0].length;
  }

  int rows() {
    return cells.length;
  }

  /// A character at a cell, over what is there; outside nothing happens.
  void put(int column, int row, char c) {
    if (row >= 0 && row < rows() && column >= 0 && column < columns()) {
      cells[row][column] = c;
    }
  }

  /// A character at a cell that has none; it hides a line.
  void putUnlessSet(int column, int row, char c) {
    if (cells[row][column] == ' ') {
      cells[row][column] = c;
    }
  }

  /// A line between two dots, two of which are in each column and four in each row.
  void line(int fromX, int fromY, int toX, int toY) {
    int steps = Math.max(1, Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY)));
    for (int i = 0; i <= steps; i++) {
      double part = (double) i / steps;
      dot(
          (int) Math.round(fromX + part * (toX - fromX)),
          (int) Math.round(fromY + part * (toY - fromY)));
    }
  }

  private void dot(int x, int y) {
    if (y >= 0 && y < 4 * rows() && x >= 0 && x < 2 * columns()) {
      dots[y / 4][x / 2] |= BITS[y % 4][x % 2];
    }
  }

  /// The rows, the upper one first.
  List<String> lines() {
    return IntStream.range(0, rows()).mapToObj(this::line).toList();
  }

  private String line(int row) {
    var line = new StringBuilder();
    for (int column = 0; column < columns(); column++) {
      boolean lineHere = cells[row][column] == ' ' && dots[row][column] != 0;
      line.append(lineHere ? (char) (BRAILLE + dots[row][column]) : cells[row][column]);
    }
    return line.toString();
  }
}
