package dev.manta.tune.internal.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/// Lines of the best trials through their parameters, as text. Axes that do not fit beside each
/// other follow below; the value is the last of each row.
record ParallelText(ParallelCoordinates plot, int columns) {
  private static final int TRIALS_MAX = 8;
  private static final int AXIS_COLUMNS = 13;
  private static final int ROWS = 14;
  private static final String ABSENT = "none";

  String text() {
    List<PlottedTrial> shown = plot.ranked().stream().limit(TRIALS_MAX).toList();
    var out = new StringBuilder(Label.cut(plot.title(), columns)).append('\n');
    int values = plot.parameters().size();
    int beside = Math.max(1, columns / AXIS_COLUMNS - 1);
    for (int from = 0; from < values; from += beside) {
      List<Integer> axes =
          new ArrayList<>(IntStream.range(from, Math.min(values, from + beside)).boxed().toList());
      axes.add(values);
      out.append('\n');
      block(axes, shown).forEach(line -> out.append(line.stripTrailing()).append('\n'));
    }
    String legend =
        "lines: the best %s of %s trials; %s best"
            .formatted(shown.size(), plot.trials().size(), MarkStyle.BEST.symbol());
    return out.append('\n').append(Label.cut(legend, columns)).append('\n').toString();
  }

  private List<String> block(List<Integer> axes, List<PlottedTrial> shown) {
    int width = columns / axes.size();
    var canvas = new TextCanvas(columns, ROWS + (plot.hasAbsent() ? 1 : 0));
    for (PlottedTrial each : shown.reversed()) {
      draw(canvas, axes, width, each);
    }
    List<String> lines = new ArrayList<>();
    lines.add(row(axes, width, axis -> plot.names().get(axis)));
    lines.add(row(axes, width, axis -> end(axis, true)));
    lines.addAll(canvas.lines());
    lines.add(row(axes, width, axis -> end(axis, false)));
    return lines;
  }

  private void draw(TextCanvas canvas, List<Integer> axes, int width, PlottedTrial trial) {
    double[] places = plot.places(trial);
    for (int i = 0; i < axes.size(); i++) {
      int x = column(i, width);
      int y = dot(places[axes.get(i)]);
      if (i > 0) {
        int before = dot(places[axes.get(i - 1)]);
        canvas.line(2 * column(i - 1, width), before, 2 * x, y);
      }
      for (int row = 0; row < ROWS; row++) {
        canvas.putUnlessSet(x, row, '│');
      }
      canvas.put(x, y / 4, trial.style().symbol());
    }
  }

  private static int column(int index, int width) {
    return index * width + width / 2;
  }

  /// A parameter that does not exist is below its axis.
  private static int dot(double place) {
    return Double.isNaN(place) ? 4 * ROWS + 1 : (int) Math.round((1 - place) * (4 * ROWS - 1));
  }

  /// What labels an end of an axis.
  private String end(int axis, boolean high) {
    Scale scale = plot.scales().get(axis);
    String label = Label.of(high ? scale.highest() : scale.lowest());
    boolean absent =
        !high
            && axis < plot.parameters().size()
            && plot.ranked().stream()
                .anyMatch(each -> Double.isNaN(plot.parameters().get(axis).place(each)));
    return absent ? label + ", " + ABSENT : label;
  }

  private String row(List<Integer> axes, int width, IntFunction<String> text) {
    var row = new StringBuilder();
    for (int i = 0; i < axes.size(); i++) {
      String label = Label.cut(text.apply(axes.get(i)), width - 1);
      int from = Math.max(i * width, column(i, width) - Label.width(label) / 2);
      row.append(" ".repeat(Math.max(0, from - Label.width(row.toString())))).append(label);
    }
    return row.toString();
  }
}
