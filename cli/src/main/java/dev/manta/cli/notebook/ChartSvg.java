package dev.manta.cli.notebook;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// Curves as one picture: a panel for each metric that changes, two beside each other, readable on
/// light and dark grounds.
final class ChartSvg {
  private static final int PANELS_MAX = 6;
  private static final int WIDTH = 340;
  private static final int HEIGHT = 170;
  private static final int LEFT = 52;
  private static final int TOP = 24;
  private static final int RIGHT = 10;
  private static final int BOTTOM = 20;
  private static final int NAME_MAX = 40;

  private final List<Map.Entry<String, Curve>> shown;

  ChartSvg(Map<String, Curve> curves) {
    this.shown =
        curves.entrySet().stream()
            .filter(each -> each.getValue().changes())
            .limit(PANELS_MAX)
            .toList();
  }

  String document() {
    int columns = Math.clamp(shown.size(), 1, 2);
    int rows = Math.max(1, (shown.size() + 1) / 2);
    var svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%1$d\" height=\"%2$d\" viewBox=\"0 0 %1$d %2$d\" font-family=\"sans-serif\" font-size=\"11\" fill=\"#808080\">",
            columns * WIDTH,
            rows * HEIGHT));
    for (int i = 0; i < shown.size(); i++) {
      svg.append(
          String.format(
              Locale.ROOT, "<g transform=\"translate(%d %d)\">", i % 2 * WIDTH, i / 2 * HEIGHT));
      panel(svg, shown.get(i).getKey(), shown.get(i).getValue().points());
      svg.append("</g>");
    }
    if (shown.isEmpty()) {
      svg.append("<text x=\"8\" y=\"20\">no metric has changed yet</text>");
    }
    return svg.append("</svg>").toString();
  }

  private static void panel(StringBuilder svg, String name, List<Curve.Point> points) {
    double low = points.stream().mapToDouble(Curve.Point::value).min().orElse(0);
    double high = points.stream().mapToDouble(Curve.Point::value).max().orElse(1);
    double first = (double) points.getFirst().step();
    double last = (double) points.getLast().step();
    svg.append("<g font-weight=\"bold\">");
    text(svg, LEFT, 14, "start", cut(name));
    svg.append("</g>");
    text(svg, LEFT - 5, TOP + 6, "end", number(high));
    text(svg, LEFT - 5, HEIGHT - BOTTOM, "end", number(low));
    text(svg, LEFT, HEIGHT - 6, "start", number(first));
    text(svg, WIDTH - RIGHT, HEIGHT - 6, "end", number(last));
    svg.append(
        String.format(
            Locale.ROOT,
            "<path d=\"M%d %dV%dH%d\" fill=\"none\" stroke=\"#808080\"/>",
            LEFT,
            TOP,
            HEIGHT - BOTTOM,
            WIDTH - RIGHT));
    String line =
        points.stream()
            .map(each -> place(each, first, last, low, high))
            .collect(Collectors.joining(" "));
    svg.append("<polyline points=\"")
        .append(line)
        .append("\" fill=\"none\" stroke=\"#2f7ed8\" stroke-width=\"1.5\"/>");
  }

  private static String place(
      Curve.Point point, double first, double last, double low, double high) {
    double across = last > first ? ((double) point.step() - first) / (last - first) : 0;
    double up = high > low ? (point.value() - low) / (high - low) : 0;
    double x = LEFT + across * (WIDTH - LEFT - RIGHT);
    double y = HEIGHT - BOTTOM - up * (HEIGHT - TOP - BOTTOM);
    return String.format(Locale.ROOT, "%.1f,%.1f", x, y);
  }

  private static void text(StringBuilder svg, int x, int y, String anchor, String text) {
    svg.append(
        String.format(Locale.ROOT, "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">", x, y, anchor));
    svg.append(escaped(text)).append("</text>");
  }

  private static String cut(String name) {
    return name.length() <= NAME_MAX ? name : name.substring(0, NAME_MAX - 1) + "…";
  }

  private static String number(double value) {
    return value == Math.rint(value) && Math.abs(value) < 1e7
        ? String.valueOf((long) value)
        : String.format(Locale.ROOT, "%.4g", value);
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
