package dev.manta.tune.internal.plot;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// What the marks of a plot mean: those that it has.
record Legend(List<MarkStyle> styles) {
  private static final double LETTER = 6;

  static Legend of(List<PlottedTrial> trials) {
    return new Legend(
        Arrays.stream(MarkStyle.values())
            .filter(style -> trials.stream().anyMatch(each -> each.style() == style))
            .toList());
  }

  /// As a line of text.
  String text() {
    return styles.stream()
        .map(each -> each.symbol() + " " + each.words())
        .collect(Collectors.joining("   "));
  }

  /// As a line of an SVG document.
  void draw(Svg svg, double left, double y) {
    double x = left;
    for (MarkStyle each : styles) {
      svg.mark(x + 5, y - 4, each, "");
      svg.text(x + 14, y, "start", each.words());
      x += 30 + each.words().length() * LETTER;
    }
  }
}
