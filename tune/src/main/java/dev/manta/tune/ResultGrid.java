package dev.manta.tune;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.spi.json.Json;
import dev.manta.storage.Location;
import dev.manta.tune.internal.drive.Results;
import dev.manta.tune.internal.importance.Importances;
import dev.manta.tune.internal.plot.Plots;
import dev.manta.tune.internal.result.GridText;
import dev.manta.tune.internal.search.Fronts;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeSet;

/// What came of an experiment: its trials, by number.
///
/// @param name the experiment's name
/// @param path where its directory lies
/// @param dimensions the parameters that were searched, without computed ones
/// @param goals what was to be small or large
/// @param trials what came of each
/// @param isFinished whether all trials have ended; else the same name resumes them
public record ResultGrid(
    String name,
    String path,
    List<Dimension> dimensions,
    List<Goal> goals,
    List<TrialResult> trials,
    boolean isFinished) {
  public ResultGrid {
    dimensions = List.copyOf(dimensions);
    goals = List.copyOf(goals);
    trials = List.copyOf(trials);
  }

  /// What has come of the experiment whose directory this is: a local path or a location. One that
  /// is under way shows where it stands.
  public static ResultGrid fromPath(String directory) {
    return Results.at(Location.parse(directory));
  }

  /// The trial with the best last value of the first goal; the earlier one of equals. Trials that
  /// failed, and NaN, are never the best.
  public TrialResult best() {
    return best(goals.getFirst(), Scope.LAST);
  }

  /// The trial that is best by a goal, which may be any metric that was reported.
  public TrialResult best(Goal goal, Scope scope) {
    return trials.stream()
        .filter(each -> each.value(goal, scope).isPresent())
        .min(
            Comparator.<TrialResult>comparingDouble(
                    each -> goal.loss(each.value(goal, scope).orElseThrow()))
                .thenComparingInt(TrialResult::number))
        .orElseThrow(() -> none(goal));
  }

  private MantaException none(Goal goal) {
    Set<String> metrics = new TreeSet<>();
    trials.forEach(each -> each.reports().forEach(one -> metrics.addAll(one.metrics().keys())));
    String why =
        metrics.isEmpty() || metrics.contains(goal.metric())
            ? "; %s of %s failed, the first so: %s".formatted(errors().size(), size(), firstError())
            : "; no report has that metric, there are " + metrics;
    return new MantaException(
        ErrorCode.USER, "no trial has ended with a value of " + goal.metric() + why);
  }

  private String firstError() {
    return errors().stream().findFirst().flatMap(TrialResult::error).orElse("none failed");
  }

  /// The trials that no other one is better than in every goal.
  public List<TrialResult> front() {
    List<Trial> valued =
        trials.stream().map(TrialResult::trial).filter(each -> each.state().hasValues()).toList();
    return Fronts.of(goals, valued).first().stream()
        .map(each -> trials.get(each.number()))
        .toList();
  }

  /// How much each parameter has to do with the first goal's last values: parts of 1, the largest
  /// first.
  public SequencedMap<String, Double> importances() {
    return importances(goals.getFirst(), Scope.LAST);
  }

  /// How much each parameter has to do with a goal: the part of the variance that it explains alone
  /// (functional ANOVA over a random forest), so that all are 1 together.
  ///
  /// The same trials give the same numbers. Trials that were stopped early count with what they
  /// reported, those that failed do not; fewer than four are refused. Where all values are the
  /// same, every importance is 0. Constants and computed values have none.
  public SequencedMap<String, Double> importances(Goal goal, Scope scope) {
    best(goal, scope); // says why where no trial has a value
    return Importances.of(this, goal, scope);
  }

  /// A plot for the first goal and last values.
  public Drawing plot(Plot plot) {
    return plot(plot, goals.getFirst(), Scope.LAST);
  }

  /// A plot for a goal, which may be any metric that was reported.
  public Drawing plot(Plot plot, Goal goal, Scope scope) {
    return Plots.of(plot, this, goal, scope);
  }

  /// How many trials there are.
  public int size() {
    return trials.size();
  }

  /// The trials that failed.
  public List<TrialResult> errors() {
    return trials.stream().filter(each -> each.state() == TrialState.FAILED).toList();
  }

  /// A table for people: the best trials first, so many at most.
  public String table(int rows) {
    return GridText.table(this, rows);
  }

  /// All trials as comma-separated values: number, state, steps, parameters, last metrics, error.
  public String csv() {
    return GridText.csv(this);
  }

  /// All trials with all reports.
  public Json toJson() {
    return GridText.json(this);
  }

  /// A trial by its number, if there is one.
  public Optional<TrialResult> trial(int number) {
    return number >= 0 && number < trials.size()
        ? Optional.of(trials.get(number))
        : Optional.empty();
  }
}
