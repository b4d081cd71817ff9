package dev.manta.tune.internal.importance;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.tune.Dimension;
import dev.manta.tune.Goal;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Scope;
import dev.manta.tune.Space;
import dev.manta.tune.TrialResult;
import dev.manta.tune.internal.numbers.RandomStream;
import dev.manta.tune.internal.space.Coding;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// How much of the variance between trials each parameter explains: parts of 1, the largest first.
public final class Importances {
  /// Fewer cannot tell two parameters apart.
  private static final int TRIALS_MIN = 4;

  private static final int TREES = 64;
  private static final long SEED = 0x696d_706f_7274_0001L;

  private Importances() {}

  /// Those of the parameters of an experiment for one goal. Trials without a value are left out.
  public static SequencedMap<String, Double> of(ResultGrid grid, Goal goal, Scope scope) {
    List<TrialResult> valued =
        grid.trials().stream().filter(each -> each.value(goal, scope).isPresent()).toList();
    if (valued.size() < TRIALS_MIN) {
      throw tooFew(grid, goal, valued.size());
    }
    double[] losses =
        valued.stream()
            .mapToDouble(each -> goal.loss(each.value(goal, scope).orElseThrow()))
            .toArray();
    return of(observed(grid.dimensions(), valued, losses));
  }

  private static MantaException tooFew(ResultGrid grid, Goal goal, int count) {
    return new MantaException(
        ErrorCode.USER,
        "importances need at least %s trials that ended with a finite %s, but %s has %s of %s (%s failed): run more samples"
            .formatted(
                TRIALS_MIN, goal.metric(), grid.name(), count, grid.size(), grid.errors().size()));
  }

  private static Observations observed(
      List<Dimension> dimensions, List<TrialResult> trials, double[] losses) {
    Space space = Space.of();
    for (Dimension each : dimensions) {
      space = space.with(each.name(), each.domain());
    }
    var coding = new Coding(space);
    double[][] places = new double[coding.size()][trials.size()];
    for (int row = 0; row < trials.size(); row++) {
      double[] of = coding.encode(trials.get(row).point());
      for (int axis = 0; axis < places.length; axis++) {
        places[axis][row] = of[axis];
      }
    }
    return new Observations(coding.axes(), places, losses);
  }

  /// Those of a table of trials.
  static SequencedMap<String, Double> of(Observations observed) {
    double[] parts = new double[observed.axes().size()];
    Observations scaled = observed.scaled();
    for (int tree = 0; tree < TREES && parts.length > 0; tree++) {
      add(scaled, RandomStream.of(SEED, tree), parts);
    }
    double sum = Arrays.stream(parts).sum();
    var importances = new LinkedHashMap<String, Double>();
    IntStream.range(0, parts.length)
        .boxed()
        .sorted(Comparator.comparingDouble(axis -> -parts[axis]))
        .forEach(
            axis ->
                importances.put(observed.axes().get(axis).name(), sum > 0 ? parts[axis] / sum : 0));
    return Collections.unmodifiableSequencedMap(importances);
  }

  private static void add(Observations observed, RandomGenerator random, double[] parts) {
    var variances = new Variances(RegressionTree.leaves(observed.drawn(random), random));
    double total = variances.total();
    for (int axis = 0; axis < parts.length && total > 0; axis++) {
      parts[axis] += variances.of(axis, observed.axes().get(axis)) / total;
    }
  }
}
