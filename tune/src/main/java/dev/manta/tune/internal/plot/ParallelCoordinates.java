package dev.manta.tune.internal.plot;

import dev.manta.tune.Drawing;
import dev.manta.tune.Goal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Parallel coordinates: a line for each trial, through axes of its parameters to that of its
/// value.
///
/// @param values the axis of values, which is the last
record ParallelCoordinates(
    String title, Goal goal, List<Parameter> parameters, Scale values, List<PlottedTrial> trials)
    implements Drawing {
  ParallelCoordinates {
    parameters = List.copyOf(parameters);
    trials = List.copyOf(trials);
  }

  @Override
  public String text(int columns) {
    Plots.requireColumns(columns);
    return new ParallelText(this, columns).text();
  }

  @Override
  public String svg() {
    return new ParallelSvg(this).svg();
  }

  /// Names of the axes.
  List<String> names() {
    List<String> names = new ArrayList<>();
    parameters.forEach(each -> names.add(Label.plain(each.name())));
    names.add(Label.plain(goal.metric()));
    return names;
  }

  /// Scales of the axes.
  List<Scale> scales() {
    List<Scale> scales = new ArrayList<>();
    parameters.forEach(each -> scales.add(each.scale()));
    scales.add(values);
    return scales;
  }

  /// Where a trial crosses each axis; NaN where it does not have the parameter, or a value.
  double[] places(PlottedTrial trial) {
    double[] places = new double[parameters.size() + 1];
    for (int i = 0; i < parameters.size(); i++) {
      places[i] = parameters.get(i).place(trial);
    }
    places[parameters.size()] =
        trial.value().isPresent() ? values.place(trial.value().getAsDouble()) : Double.NaN;
    return places;
  }

  /// Whether a trial does not have one of the parameters.
  boolean hasAbsent() {
    return trials.stream()
        .anyMatch(each -> parameters.stream().anyMatch(one -> Double.isNaN(one.place(each))));
  }

  /// The trials that have a value, the best first.
  List<PlottedTrial> ranked() {
    return trials.stream()
        .filter(each -> each.value().isPresent())
        .sorted(
            Comparator.<PlottedTrial>comparingDouble(each -> goal.loss(each.value().orElseThrow()))
                .thenComparingInt(PlottedTrial::number))
        .toList();
  }
}
