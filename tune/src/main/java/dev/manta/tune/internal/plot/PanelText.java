package dev.manta.tune.internal.plot;

import java.util.ArrayList;
import java.util.List;

/// A diagram as lines of text.
///
/// @param columns how wide it is
/// @param rows how high the space between its axes is
record PanelText(Panel panel, int columns, int rows) {
  private static final int LABEL_MAX = 10;
  private static final int ROWS_PER_LABEL = 3;
  private static final int COLUMNS_PER_LABEL = 8;

  /// All lines; none is longer than the columns.
  List<String> lines() {
    List<Tick> ticks = panel.y().ticks(Math.max(2, rows / ROWS_PER_LABEL));
    int labels = ticks.stream().mapToInt(each -> Label.width(cut(each))).max().orElse(0);
    int width = columns - labels - 2;
    List<String> lines = new ArrayList<>();
    if (!panel.title().isEmpty()) {
      lines.add(Label.cut(" ".repeat(labels + 2) + panel.title(), columns));
    }
    lines.addAll(area(ticks, labels, canvas(width)));
    lines.addAll(below(labels, width));
    return lines;
  }

  private static String cut(Tick tick) {
    return Label.cut(tick.label(), LABEL_MAX);
  }

  private TextCanvas canvas(int width) {
    var canvas = new TextCanvas(width, rows);
    for (int i = 1; i < panel.line().size(); i++) {
      Panel.Corner from = panel.line().get(i - 1);
      Panel.Corner to = panel.line().get(i);
      canvas.line(dotX(from.x(), width), dotY(from.y()), dotX(to.x(), width), dotY(to.y()));
    }
    for (MarkStyle style : MarkStyle.values()) {
      panel.marks().stream()
          .filter(each -> each.style() == style && !Double.isNaN(each.y()))
          .forEach(each -> canvas.put(column(each.x(), width), row(each.y()), style.symbol()));
    }
    return canvas;
  }

  private int row(double place) {
    return dotY(place) / 4;
  }

  private static int column(double place, int width) {
    return dotX(place, width) / 2;
  }

  private int dotY(double place) {
    return (int) Math.round((1 - place) * (4 * rows - 1));
  }

  private static int dotX(double place, int width) {
    return (int) Math.round(place * (2 * width - 1));
  }

  private List<String> area(List<Tick> ticks, int labels, TextCanvas canvas) {
    List<String> lines = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      int here = row;
      String label =
          ticks.stream()
              .filter(each -> row(each.place()) == here)
              .map(PanelText::cut)
              .findFirst()
              .orElse("");
      String edge = label.isEmpty() ? " │" : " ┤";
      lines.add((Label.right(label, labels) + edge + canvas.lines().get(row)).stripTrailing());
    }
    return lines;
  }

  /// The lower axis, on which trials without a value are marked, and its labels.
  private List<String> below(int labels, int width) {
    var axis = new StringBuilder("─".repeat(width));
    var names = new StringBuilder();
    for (Tick each : panel.x().ticks(Math.max(2, width / COLUMNS_PER_LABEL))) {
      String name = cut(each);
      int at = column(each.place(), width);
      int from = labels + 2 + at - Label.width(name) / 2;
      from = Math.clamp(from, 0, Math.max(0, columns - Label.width(name)));
      axis.setCharAt(at, '┬');
      int free = Label.width(names.toString());
      if (free == 0 || from > free) {
        names.append(" ".repeat(from - free)).append(name);
      }
    }
    panel.marks().stream()
        .filter(each -> Double.isNaN(each.y()))
        .forEach(each -> axis.setCharAt(column(each.x(), width), MarkStyle.FAILED.symbol()));
    return List.of(" ".repeat(labels + 1) + "└" + axis, names.toString());
  }
}
