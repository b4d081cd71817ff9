package dev.manta.tune.internal.plot;

import java.util.List;

/// A diagram in a rectangle of an SVG document.
record PanelSvg(Panel panel, double left, double top, double width, double height) {
  private static final double LETTER = 6.2;
  private static final double HEAD = 22;
  private static final double FOOT = 20;
  private static final double INSET = 8;
  private static final int LABEL_MAX = 10;
  private static final double LABEL_HEIGHT = 34;

  void draw(Svg svg) {
    List<Tick> ticks =
        panel.y().ticks(Math.max(2, (int) ((height - head() - FOOT) / LABEL_HEIGHT)));
    int letters = ticks.stream().mapToInt(each -> Label.width(cut(each.label()))).max().orElse(0);
    Area area =
        new Area(left + letters * LETTER + 8, top + head(), left + width - 6, top + height - FOOT);
    if (!panel.title().isEmpty()) {
      svg.bold(left + 4, top + 13, Label.cut(panel.title(), (int) (width / LETTER) - 3));
    }
    ticks.forEach(each -> tickY(svg, area, each));
    ticksX(svg, area);
    svg.path(
        "axis",
        "",
        "M"
            + Svg.pair(area.left, area.top)
            + "V"
            + Svg.number(area.bottom)
            + "H"
            + Svg.number(area.right),
        "");
    line(svg, area);
    for (MarkStyle style : MarkStyle.values()) {
      panel.marks().stream()
          .filter(each -> each.style() == style)
          .forEach(each -> mark(svg, area, each));
    }
  }

  private double head() {
    return panel.title().isEmpty() ? 4 : HEAD;
  }

  /// Between the axes.
  private record Area(double left, double top, double right, double bottom) {
    double x(double place) {
      return left + INSET + place * (right - left - 2 * INSET);
    }

    double y(double place) {
      return Double.isNaN(place) ? bottom : bottom - INSET - place * (bottom - top - 2 * INSET);
    }
  }

  private static String cut(String label) {
    return Label.cut(label, LABEL_MAX);
  }

  private static void tickY(Svg svg, Area area, Tick tick) {
    double y = area.y(tick.place());
    svg.line("grid", area.left, y, area.right, y);
    svg.text(area.left - 5, y + 4, "end", cut(tick.label()));
  }

  private void ticksX(Svg svg, Area area) {
    double free = left;
    int most = Math.max(2, (int) ((area.right - area.left) / 36));
    for (Tick each : panel.x().ticks(most)) {
      double x = area.x(each.place());
      double half = Label.width(cut(each.label())) * LETTER / 2;
      double middle = Math.min(x, left + width - half);
      svg.line("axis", x, area.bottom, x, area.bottom + 3);
      if (middle - half >= free) {
        svg.text(middle, area.bottom + 14, "middle", cut(each.label()));
        free = middle + half + 3;
      }
    }
  }

  private void line(Svg svg, Area area) {
    var path = new StringBuilder();
    for (Panel.Corner each : panel.line()) {
      path.append(path.isEmpty() ? "M" : "L");
      path.append(Svg.pair(area.x(each.x()), area.y(each.y())));
    }
    if (!path.isEmpty()) {
      svg.path("line", "", path.toString(), "");
    }
  }

  private static void mark(Svg svg, Area area, Panel.Mark mark) {
    svg.mark(area.x(mark.x()), area.y(mark.y()), mark.style(), mark.words());
  }
}
