package dev.manta.tune.internal.plot;

import java.util.List;
import java.util.Locale;

/// Lines of all trials through their parameters, as SVG: blue for good ones, the colour of sand for
/// bad ones, dashed for those that failed.
record ParallelSvg(ParallelCoordinates plot) {
  private static final int WIDTH_MIN = 400;
  private static final int AXIS_WIDTH = 84;
  private static final int HEIGHT = 236;
  private static final double TOP = 56;
  private static final double BOTTOM = 196;
  private static final double ABSENT = 209;
  private static final double LETTER = 6.2;
  private static final String FAILED = " stroke-dasharray=\"3 4\" stroke-opacity=\"0.7\"";
  private static final int[] GOOD = {0x2f, 0x86, 0xc9};
  private static final int[] BAD = {0xc8, 0xa0, 0x4a};

  String svg() {
    var svg = new Svg(width(), HEIGHT, plot.title());
    svg.bold(4, 14, Label.cut(plot.title(), 60));
    plot.trials().stream()
        .filter(each -> each.style() == MarkStyle.FAILED)
        .forEach(each -> svg.path("failed", FAILED, path(each), words(each)));
    List<PlottedTrial> ranked = plot.ranked();
    for (int i = ranked.size() - 1; i > 0; i--) {
      double badness = (double) i / (ranked.size() - 1);
      svg.path("axis", style(badness), path(ranked.get(i)), words(ranked.get(i)));
    }
    svg.path(
        "line", " style=\"stroke-width:2.2\"", path(ranked.getFirst()), words(ranked.getFirst()));
    for (int axis = 0; axis < plot.scales().size(); axis++) {
      axis(svg, axis);
    }
    legend(svg);
    return svg.end();
  }

  private String words(PlottedTrial trial) {
    return trial.words(plot.goal().metric());
  }

  private int width() {
    return Math.max(WIDTH_MIN, AXIS_WIDTH * plot.scales().size());
  }

  private double x(int axis) {
    double each = (double) width() / plot.scales().size();
    return each * (axis + 0.5);
  }

  private static double y(double place) {
    return Double.isNaN(place) ? ABSENT : BOTTOM - 6 - place * (BOTTOM - TOP - 12);
  }

  /// A trial that failed ends before the axis of values.
  private String path(PlottedTrial trial) {
    double[] places = plot.places(trial);
    int count = trial.value().isPresent() ? places.length : places.length - 1;
    var path = new StringBuilder();
    for (int i = 0; i < count; i++) {
      path.append(i == 0 ? "M" : "L").append(Svg.pair(x(i), y(places[i])));
    }
    return trial.value().isPresent() ? path.toString() : path.append("l14 0").toString();
  }

  private static String style(double badness) {
    var colour = new StringBuilder();
    for (int i = 0; i < GOOD.length; i++) {
      long part = Math.round(GOOD[i] + badness * (BAD[i] - GOOD[i]));
      colour.append(String.format(Locale.ROOT, "%02x", part));
    }
    return " style=\"stroke:#%s;stroke-opacity:%s\""
        .formatted(colour, Svg.number(0.8 - 0.4 * badness));
  }

  private void axis(Svg svg, int axis) {
    double x = x(axis);
    int letters = (int) ((double) width() / plot.scales().size() / LETTER);
    svg.line("axis", x, TOP, x, BOTTOM);
    svg.text(x, TOP - 10, "middle", Label.cut(plot.names().get(axis), letters));
    for (Tick each : plot.scales().get(axis).ticks(4)) {
      double y = y(each.place());
      svg.line("axis", x - 3, y, x, y);
      svg.bold(x + 4, y + 4, Label.cut(each.label(), letters / 2));
    }
    boolean absent =
        axis < plot.parameters().size()
            && plot.trials().stream()
                .anyMatch(each -> Double.isNaN(plot.parameters().get(axis).place(each)));
    if (absent) {
      svg.bold(x + 4, ABSENT + 4, "none");
    }
  }

  private void legend(Svg svg) {
    double y = HEIGHT - 8;
    svg.line("line", 4, y - 4, 22, y - 4).text(26, y, "start", "best");
    svg.path("axis", style(0.05), "M64 " + Svg.number(y - 4) + "h18", "");
    svg.text(86, y, "start", "good");
    svg.path("axis", style(1), "M124 " + Svg.number(y - 4) + "h18", "");
    svg.text(146, y, "start", "bad");
    if (plot.trials().size() > plot.ranked().size()) {
      svg.path("failed", FAILED, "M180 " + Svg.number(y - 4) + "h18", "");
      svg.text(202, y, "start", "failed");
    }
  }
}
