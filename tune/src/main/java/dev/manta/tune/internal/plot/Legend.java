package dev.manta.tune.internal.plot;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// What the marks of a plot mean: those that it has.
record Legend(List<Look> looks) {
  private static final double LETTER = 6;

  static Legend of(List<Outcome> outcomes) {
    return new Legend(
        Arrays.stream(Look.values())
            .filter(look -> outcomes.stream().anyMatch(each -> each.look() == look))
            .toList());
  }

  /// As a line of text.
  String text() {
    return looks.stream()
        .map(each -> each.symbol() + " " + each.words())
        .collect(Collectors.joining("   "));
  }

  /// As a line of an SVG document.
  void draw(Svg svg, double left, double y) {
    double x = left;
    for (Look each : looks) {
      svg.mark(x + 5, y - 4, each, "");
      svg.text(x + 14, y, "start", each.words());
      x += 30 + each.words().length() * LETTER;
    }
  }
}
