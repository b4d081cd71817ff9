package dev.manta.tune.internal.schedule;

import dev.manta.tune.Point;
import dev.manta.tune.internal.schedule.DriftKernel.Spot;
import dev.manta.tune.internal.space.Axis;
import dev.manta.tune.internal.space.Coding;
import java.util.List;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/// Chooses numbers by the upper confidence bound of how much the loss falls until the next
/// exchange, from a Gaussian process of how it fell before. Choices, which have no order, change at
/// random.
final class BanditExploration implements Exploration {
  /// How much has to be known before the process is asked.
  private static final int KNOWN_MIN = 4;

  private static final int EVEN = 256;
  private static final int NEAR = 64;
  private static final double[] NEARER = {0.1, 0.03, 0.01};

  private final Coding coding;
  private final long interval;
  private final RandomExploration random;
  private final boolean[] ordered;
  private final RecentGains gains = new RecentGains();

  /// @param interval how many steps lie between two exchanges of a trial
  BanditExploration(Coding coding, long interval, double resampled) {
    this.coding = coding;
    this.interval = interval;
    this.random = new RandomExploration(coding, resampled);
    this.ordered = new boolean[coding.size()];
    for (int i = 0; i < ordered.length; i++) {
      ordered[i] = coding.axis(i).ordered();
    }
  }

  @Override
  public void learn(Stretch stretch, long step, double loss) {
    double rate = (stretch.loss() - loss) / (step - stretch.step());
    if (Double.isFinite(rate)) {
      gains.add(spot(stretch), rate);
    }
  }

  private Spot spot(Stretch stretch) {
    return new Spot(Coding.filled(coding.encode(stretch.point())), time(stretch.step()));
  }

  private double time(long step) {
    return (double) step / interval;
  }

  @Override
  public Point explore(Stretch from, List<Stretch> others, RandomGenerator numbers) {
    double[] changed = random.places(from.point(), numbers);
    if (gains.size() < KNOWN_MIN || coding.axes().stream().noneMatch(Axis::ordered)) {
      return coding.decode(changed);
    }
    double[] start = Coding.filled(coding.encode(from.point()));
    for (int i = 0; i < start.length; i++) {
      start[i] = ordered[i] ? start[i] : changed[i];
    }
    double[] snapped = Coding.filled(coding.snap(start));
    UpperConfidenceBound bound = bound(others.stream().map(this::spot).toList());
    return coding.decode(most(bound, new Spot(snapped, time(from.step())), numbers));
  }

  private UpperConfidenceBound bound(List<Spot> pending) {
    List<Spot> spots = gains.spots();
    double[] rates = gains.rates();
    DriftKernel kernel = new DriftFit(spots, rates).fit(ordered);
    return new UpperConfidenceBound(kernel, spots, rates, pending);
  }

  /// A place and the bound of the gain there.
  private record Candidate(double[] place, double gain) {}

  /// Looks everywhere first, then ever nearer to the best place.
  private double[] most(UpperConfidenceBound bound, Spot start, RandomGenerator numbers) {
    var best = new Candidate(start.place(), bound.at(start));
    Supplier<double[]> anywhere = () -> anywhere(start.place(), numbers);
    best = better(best, places(EVEN, anywhere), bound, start.time());
    for (double deviation : NEARER) {
      double[] center = best.place();
      Supplier<double[]> near = () -> near(center, deviation, numbers);
      best = better(best, places(NEAR, near), bound, start.time());
    }
    return best.place();
  }

  private static List<double[]> places(int count, Supplier<double[]> each) {
    return Stream.generate(each).limit(count).toList();
  }

  private double[] anywhere(double[] start, RandomGenerator numbers) {
    double[] place = start.clone();
    for (int i = 0; i < place.length; i++) {
      place[i] = ordered[i] ? numbers.nextDouble() : place[i];
    }
    return place;
  }

  private static Candidate better(
      Candidate known, List<double[]> places, UpperConfidenceBound bound, double time) {
    Candidate best = known;
    for (double[] place : places) {
      double gain = bound.at(new Spot(place, time));
      best = gain > best.gain() ? new Candidate(place, gain) : best;
    }
    return best;
  }

  private double[] near(double[] center, double deviation, RandomGenerator numbers) {
    double[] place = center.clone();
    for (int i = 0; i < place.length; i++) {
      double moved = place[i] + deviation * numbers.nextGaussian();
      place[i] = ordered[i] ? Math.clamp(moved, 0.0, 1.0) : place[i];
    }
    return place;
  }
}
