package dev.manta.tune.internal.plot;

import dev.manta.tune.Drawing;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/// A bar for each of some parts of 1.
///
/// @param parts by name, in the order in which they are shown
record BarChart(String title, Map<String, Double> parts) implements Drawing {
  private static final int WIDTH = 400;
  private static final int ROW = 20;
  private static final int NAME_MAX = 24;
  private static final double LETTER = 6.4;
  private static final String EIGHTHS = " ▏▎▍▌▋▊▉";

  BarChart {
    parts = Collections.unmodifiableMap(new LinkedHashMap<>(parts));
  }

  private int names() {
    return parts.keySet().stream().mapToInt(each -> Label.width(name(each))).max().orElse(0);
  }

  private static String name(String name) {
    return Label.cut(Label.plain(name), NAME_MAX);
  }

  private static String part(double part) {
    return String.format(Locale.ROOT, "%.3f", part);
  }

  private double largest() {
    double largest = parts.values().stream().mapToDouble(each -> each).max().orElse(0);
    return largest > 0 ? largest : 1;
  }

  @Override
  public String text(int columns) {
    Plots.requireColumns(columns);
    int width = columns - names() - 8;
    var out = new StringBuilder(Label.cut(title, columns)).append("\n\n");
    parts.forEach(
        (name, part) ->
            out.append(Label.left(name(name), names()) + "  " + part(part))
                .append((" " + bar(part / largest() * width)).stripTrailing() + "\n"));
    return out.toString();
  }

  private static String bar(double length) {
    long eighths = Math.round(length * 8);
    String end = String.valueOf(EIGHTHS.charAt((int) (eighths % 8)));
    return "█".repeat((int) (eighths / 8)) + end.strip();
  }

  @Override
  public String svg() {
    var svg = new Svg(WIDTH, 30 + parts.size() * ROW, title);
    svg.bold(4, 14, Label.cut(title, 60));
    double left = 8 + names() * LETTER;
    double top = 24;
    for (Map.Entry<String, Double> each : parts.entrySet()) {
      svg.text(left - 4, top + 13, "end", name(each.getKey()));
      double width = each.getValue() / largest() * (WIDTH - left - 44);
      svg.bar(left, top + 3, width, ROW - 6);
      svg.text(left + width + 5, top + 13, "start", part(each.getValue()));
      top += ROW;
    }
    return svg.end();
  }
}
