package dev.manta.tune.internal.plot;

import java.util.Locale;

/// An SVG document that is being written. Texts are escaped here and nowhere else.
final class Svg {
  /// Colours that people with any colour vision tell apart, and that are seen on white and on
  /// black.
  private static final String STYLE =
      """
      <style>
      text { font: 11px system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; fill: #78828b; }
      .title { font-weight: 600; }
      .axis { stroke: #8b959e; fill: none; }
      .grid { stroke: #8b959e; stroke-opacity: 0.25; }
      .complete { fill: #2f86c9; fill-opacity: 0.75; }
      .stopped { fill: none; stroke: #2f86c9; stroke-width: 1.3; }
      .failed { fill: none; stroke: #b4609f; stroke-width: 1.5; }
      .best { fill: #dd6a12; }
      .line { fill: none; stroke: #dd6a12; stroke-width: 1.5; stroke-linejoin: round; }
      .bar { fill: #2f86c9; }
      </style>
      """;

  private static final double SHOWN = 1.2;

  private final StringBuilder out = new StringBuilder();

  /// A picture of a size, with a text for those who cannot see it.
  Svg(int width, int height, String title) {
    out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ")
        .append(width + " " + height + "\" width=\"" + Math.round(width * SHOWN))
        .append("\" height=\"" + Math.round(height * SHOWN) + "\" role=\"img\" aria-label=\"")
        .append(escaped(title) + "\">\n<title>" + escaped(title) + "</title>\n" + STYLE);
  }

  /// The text as XML shows it: what XML does not allow is replaced.
  static String escaped(String text) {
    return Label.plain(text)
        .replaceAll("[\uFFFE\uFFFF]", "\uFFFD")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  /// A coordinate.
  static String number(double value) {
    String text = String.format(Locale.ROOT, "%.1f", value);
    return text.endsWith(".0") ? text.substring(0, text.length() - 2) : text;
  }

  /// A text that begins, ends or has its middle (`start`, `end`, `middle`) at a place.
  Svg text(double x, double y, String anchor, String text) {
    return tagged("text", at(x, y) + " text-anchor=\"" + anchor + "\"", text);
  }

  /// A text in heavy letters.
  Svg bold(double x, double y, String text) {
    return tagged("text", at(x, y) + " class=\"title\"", text);
  }

  private static String at(double x, double y) {
    return "x=\"" + number(x) + "\" y=\"" + number(y) + "\"";
  }

  private Svg tagged(String tag, String attributes, String text) {
    out.append("<" + tag + " " + attributes + ">" + escaped(text) + "</" + tag + ">\n");
    return this;
  }

  /// A straight line.
  Svg line(String style, double fromX, double fromY, double toX, double toY) {
    return path(style, "", "M" + pair(fromX, fromY) + "L" + pair(toX, toY), "");
  }

  /// A coordinate pair of a path.
  static String pair(double x, double y) {
    return number(x) + " " + number(y);
  }

  /// A path.
  ///
  /// @param style the class
  /// @param attributes further ones, which come from this program alone
  /// @param words what is shown when somebody points at it; empty for nothing
  Svg path(String style, String attributes, String path, String words) {
    out.append("<path class=\"" + style + "\"" + attributes + " d=\"" + path + "\"");
    return closed("path", words);
  }

  /// A bar.
  Svg bar(double x, double y, double width, double height) {
    out.append("<rect class=\"bar\" " + at(x, y) + " width=\"" + number(width));
    out.append("\" height=\"" + number(height) + "\"");
    return closed("rect", "");
  }

  /// A trial: a dot, a ring, a cross or a star.
  Svg mark(double x, double y, MarkStyle style, String words) {
    return switch (style) {
      case COMPLETE, STOPPED -> circle(x, y, style, words);
      case FAILED -> path("failed", "", "M" + pair(x - 3, y - 3) + "l6 6m0 -6l-6 6", words);
      case BEST -> path("best", "", star(x, y), words);
    };
  }

  private Svg circle(double x, double y, MarkStyle style, String words) {
    out.append("<circle class=\"" + style.name().toLowerCase(Locale.ROOT));
    out.append("\" cx=\"" + number(x) + "\" cy=\"" + number(y) + "\" r=\"2.6\"");
    return closed("circle", words);
  }

  private static String star(double x, double y) {
    var path = new StringBuilder();
    for (int i = 0; i < 10; i++) {
      double radius = i % 2 == 0 ? 6 : 2.6;
      double angle = Math.PI * i / 5;
      double toX = x + radius * Math.sin(angle);
      path.append(i == 0 ? "M" : "L").append(pair(toX, y - radius * Math.cos(angle)));
    }
    return path.append('Z').toString();
  }

  private Svg closed(String tag, String words) {
    out.append(words.isEmpty() ? "/>\n" : "><title>" + escaped(words) + "</title></" + tag + ">\n");
    return this;
  }

  /// The whole document.
  String end() {
    return out.append("</svg>\n").toString();
  }
}
