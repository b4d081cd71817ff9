package dev.manta.tune.internal.experiment;

import dev.manta.train.Metrics;
import dev.manta.tune.Goal;
import dev.manta.tune.Point;
import dev.manta.tune.Stopper;
import dev.manta.tune.TrialReport;
import dev.manta.tune.internal.stop.ValuesSoFar;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;

/// What is known of one trial; only entries of the journal change it.
public final class TrialRecord {
  private final int number;
  private final List<Goal> goals;
  private final double[] last;
  private final boolean[] said;
  private final List<TrialReport> reports = new ArrayList<>();
  private final List<Double> values = new ArrayList<>();
  private final Map<Long, Saved> early = new TreeMap<>();
  private Point point;
  private Optional<Saved> from = Optional.empty();
  private Optional<Saved> best = Optional.empty();
  private double bestLoss = Double.POSITIVE_INFINITY;
  private long fromStep;
  private long begunAt;
  private long base;
  private boolean takesOver;
  private long step;
  private long judged;
  private long since;
  private long ran;
  private String error = "";

  /// Where it stands, and where it will once its attempt has left.
  Stage stage = Stage.RUNNING;

  Stage next = Stage.ENDED;
  int attempt;
  OptionalInt workers = OptionalInt.empty();
  int losses;
  int errors;
  boolean wasPaused;

  TrialRecord(int number, Point point, List<Goal> goals) {
    this.number = number;
    this.point = point;
    this.goals = goals;
    this.last = new double[goals.size()];
    this.said = new boolean[goals.size()];
  }

  void begin(long at) {
    attempt++;
    base = takesOver ? fromStep : base;
    takesOver = false;
    stage = Stage.RUNNING;
    since = at;
    step = fromStep;
    begunAt = fromStep;
    wasPaused = false;
  }

  /// Its attempt has no place any more.
  void leave(long at) {
    ran += at - since;
    stage = stage == Stage.LEAVING ? next : Stage.QUEUED;
  }

  /// Its number for a report. The reports of a run are counted on from those before that run.
  long stepOf(ExperimentEvent.Reported report) {
    return report.runStep().isPresent() ? base + report.runStep().getAsLong() : step + 1;
  }

  /// The number of the report that a checkpoint came with.
  long stepOf(ExperimentEvent.Stored stored) {
    return base + stored.runStep();
  }

  void add(long at, ExperimentEvent.Reported report) {
    Metrics metrics = report.metrics();
    step = stepOf(report);
    judged = stage == Stage.RUNNING ? Math.max(judged, step) : judged;
    reports.add(new TrialReport(step, elapsed(at), metrics));
    for (int i = 0; i < last.length; i++) {
      var value = metrics.findNumber(goals.get(i).metric());
      if (value.isPresent()) {
        last[i] = value.getAsDouble();
        said[i] = true;
      }
    }
    metrics.findNumber(goals.getFirst().metric()).ifPresent(values::add);
    Saved waiting = early.remove(step);
    if (waiting != null) {
      compareWithBest(waiting, step);
    }
  }

  /// Its next attempt begins with the newest checkpoint that it has saved: a run may store a later
  /// one first. The report that came with it may still be on its way. What an attempt saves as it
  /// leaves for another trial's checkpoint is of no use.
  void save(Saved saved, long at) {
    if (takesOver) {
      return;
    }
    if (from.isEmpty() || at >= fromStep) {
      from = Optional.of(saved);
      fromStep = at;
    }
    if (at > step) {
      early.put(at, saved);
    } else {
      compareWithBest(saved, at);
    }
  }

  /// The checkpoints that it needs: to begin with, as its best, or until their report is heard.
  List<Saved> needed() {
    List<Saved> needed = new ArrayList<>(early.values());
    from.ifPresent(needed::add);
    best.ifPresent(needed::add);
    return needed;
  }

  /// Whether a checkpoint of it came before its report did.
  boolean isEarly() {
    return !early.isEmpty();
  }

  private void compareWithBest(Saved saved, long at) {
    double loss = lossAt(at);
    if (best.isEmpty() || loss < bestLoss) {
      best = Optional.of(saved);
      bestLoss = Double.isNaN(loss) ? Double.POSITIVE_INFINITY : loss;
    }
  }

  private double lossAt(long at) {
    Goal goal = goals.getFirst();
    return reports.reversed().stream()
        .filter(each -> each.step() == at)
        .findFirst()
        .map(each -> each.metrics().findNumber(goal.metric()))
        .filter(OptionalDouble::isPresent)
        .map(value -> goal.loss(value.getAsDouble()))
        .orElse(Double.NaN);
  }

  /// Its next attempt begins with another trial's checkpoint, at another point.
  void become(Point other, Optional<Saved> checkpoint) {
    point = other;
    from = checkpoint;
    fromStep = step;
    takesOver = true;
    early.clear();
  }

  void failed(String why) {
    error = why;
  }

  /// How many trials began before it.
  public int number() {
    return number;
  }

  /// Its parameters now.
  public Point point() {
    return point;
  }

  /// Where it stands.
  public Stage stage() {
    return stage;
  }

  /// Which attempt is the newest, from 1.
  public int attempt() {
    return attempt;
  }

  /// All its reports, those of attempts that were lost too.
  public List<TrialReport> reports() {
    return Collections.unmodifiableList(reports);
  }

  /// What its next attempt would begin with.
  public Optional<Saved> from() {
    return from;
  }

  /// The checkpoint that was reported with the best value of the first goal.
  public Optional<Saved> best() {
    return best;
  }

  /// Why it failed; empty where it did not.
  public String error() {
    return error;
  }

  /// How many reports it has made, as its newest attempt counts.
  public long step() {
    return step;
  }

  long fromStep() {
    return fromStep;
  }

  /// How many reports its newest attempt had behind it when it began.
  long begunAt() {
    return begunAt;
  }

  long judged() {
    return judged;
  }

  /// How long it has run.
  Duration elapsed(long at) {
    boolean runs = stage == Stage.RUNNING || stage == Stage.LEAVING;
    return Duration.ofMillis(ran + (runs ? at - since : 0));
  }

  /// The last value of each goal; empty where a goal has none.
  List<Double> values() {
    List<Double> all = new ArrayList<>();
    for (int i = 0; i < last.length; i++) {
      if (!said[i]) {
        return List.of();
      }
      all.add(last[i]);
    }
    return all;
  }

  /// What a stopper sees once the trial has reported these metrics.
  Stopper.Progress progress(long at, ExperimentEvent.Reported report) {
    OptionalDouble next = report.metrics().findNumber(goals.getFirst().metric());
    return new Stopper.Progress(stepOf(report), elapsed(at), new ValuesSoFar(values, next));
  }

  /// The numbers of a report, nested ones by their paths.
  static Map<String, Double> numbers(Metrics metrics) {
    Map<String, Double> numbers = new TreeMap<>();
    Metrics flat = metrics.flat();
    for (String key : flat.keys()) {
      flat.findNumber(key).ifPresent(value -> numbers.put(key, value));
    }
    return numbers;
  }
}
