package dev.manta.tune.internal.plot;

import dev.manta.tune.Drawing;
import java.util.ArrayList;
import java.util.List;

/// Diagrams beside and below each other, as many in a row as there is space for.
///
/// @param title what they show together
/// @param panels all of them
/// @param legend what the marks mean
record Panels(String title, List<Panel> panels, Legend legend) implements Drawing {
  private static final int WIDTH = 400;
  private static final int ALONE = 220;
  private static final int SEVERAL = 150;
  private static final int COLUMNS_MIN = 34;
  private static final int ROWS_ALONE = 16;
  private static final int ROWS_SEVERAL = 9;
  private static final String GAP = "  ";

  Panels {
    panels = List.copyOf(panels);
  }

  @Override
  public String text(int columns) {
    Plots.requireColumns(columns);
    int beside =
        Math.clamp((columns + GAP.length()) / (COLUMNS_MIN + GAP.length()), 1, panels.size());
    int width = (columns - GAP.length() * (beside - 1)) / beside;
    var out = new StringBuilder(Label.cut(title, columns)).append('\n');
    for (int i = 0; i < panels.size(); i += beside) {
      out.append('\n').append(row(panels.subList(i, Math.min(panels.size(), i + beside)), width));
    }
    return out.append('\n').append(Label.cut(legend.text(), columns)).append('\n').toString();
  }

  private String row(List<Panel> some, int width) {
    int rows = panels.size() == 1 ? ROWS_ALONE : ROWS_SEVERAL;
    List<List<String>> texts = new ArrayList<>();
    some.forEach(each -> texts.add(new PanelText(each, width, rows).lines()));
    var out = new StringBuilder();
    for (int line = 0; line < texts.getFirst().size(); line++) {
      var whole = new StringBuilder();
      for (List<String> each : texts) {
        whole.append(whole.isEmpty() ? "" : GAP).append(Label.left(each.get(line), width));
      }
      out.append(whole.toString().stripTrailing()).append('\n');
    }
    return out.toString();
  }

  @Override
  public String svg() {
    int beside = panels.size() == 1 ? 1 : 2;
    int height = panels.size() == 1 ? ALONE : SEVERAL;
    int rows = Math.ceilDiv(panels.size(), beside);
    var svg = new Svg(WIDTH, 46 + rows * height, title);
    svg.bold(4, 14, Label.cut(title, 60));
    for (int i = 0; i < panels.size(); i++) {
      double width = (double) WIDTH / beside;
      int row = i / beside;
      double left = i % beside * width;
      new PanelSvg(panels.get(i), left, 22 + row * (double) height, width, height).draw(svg);
    }
    legend.draw(svg, 4, 22 + rows * height + 16);
    return svg.end();
  }
}
