package dev.manta.tune;

import dev.manta.train.Metrics;
import dev.manta.tune.internal.numbers.RandomStream;
import dev.manta.tune.internal.space.Coding;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/// Results of an experiment that nobody ran: points at random, and what a function says of them.
public final class MadeResults {
  public static final Goal LOSS = Goal.minimize("loss");

  private final Space space;
  private final List<TrialResult> trials = new ArrayList<>();

  private MadeResults(Space space) {
    this.space = space;
  }

  public static MadeResults in(Space space) {
    return new MadeResults(space);
  }

  /// So many more trials, at points that a seed gives.
  public MadeResults complete(int count, ToDoubleFunction<Point> loss) {
    var coding = new Coding(space);
    for (int i = 0; i < count; i++) {
      var random = RandomStream.of(7, trials.size());
      double[] places = random.doubles(coding.size()).toArray();
      Point point = coding.decode(places);
      with(point, TrialState.COMPLETE, loss.applyAsDouble(point));
    }
    return this;
  }

  public MadeResults with(Point point, TrialState state, double loss) {
    List<Double> values = state.hasValues() ? List.of(loss) : List.of();
    trials.add(
        new TrialResult(
            new Trial(trials.size(), point, state, values, 1),
            List.of(new TrialReport(1, Duration.ofSeconds(1), Metrics.of("loss", loss))),
            Optional.empty(),
            Optional.empty(),
            state == TrialState.FAILED ? Optional.of("it broke") : Optional.empty(),
            1));
    return this;
  }

  public ResultGrid grid() {
    return new ResultGrid("made", "/made", space.dimensions(), List.of(LOSS), trials, true);
  }
}
