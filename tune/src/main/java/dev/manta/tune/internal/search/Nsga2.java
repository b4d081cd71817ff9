package dev.manta.tune.internal.search;

import dev.manta.tune.Goal;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Suggestion;
import dev.manta.tune.Trial;
import dev.manta.tune.Trials;
import dev.manta.tune.internal.space.Coding;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/// NSGA-II (Deb and others, 2002): a population that is bred by crossing and mutation, and thinned
/// by fronts and crowding. Generations are the trials that ended, in that order.
///
/// @param population how many parents there are
/// @param crossing how likely two parents are mixed
public record Nsga2(int population, double crossing) implements Searcher {
  public static final Nsga2 STANDARD = new Nsga2(40, 0.9);
  private static final double CROSS_SPREAD = 15;
  private static final double MUTATION_SPREAD = 20;

  @Override
  public void check(Space space, List<Goal> goals) {}

  @Override
  public Suggestion suggest(Trials trials) {
    int size = size(trials);
    List<Trial> valued =
        trials.ended().stream().filter(trial -> trial.state().hasValues()).toList();
    if (valued.size() < size) {
      return new Suggestion.Try(
          Coding.of(trials).decode(SobolSearch.places(trials)), "first population");
    }
    List<Trial> parents = List.copyOf(valued.subList(0, size));
    int generation = 1;
    for (int from = size; from + size <= valued.size(); from += size) {
      List<Trial> both = new ArrayList<>(parents);
      both.addAll(valued.subList(from, from + size));
      parents = Fronts.of(trials.goals(), both).best(size);
      generation++;
    }
    double[] child = child(trials, parents);
    return new Suggestion.Try(Coding.of(trials).decode(child), "NSGA-II, generation " + generation);
  }

  /// An eighth of what is planned, so that there are generations at all.
  private int size(Trials trials) {
    int planned = trials.planned().orElse(10 * population);
    return Math.clamp(planned / 8, 6, population);
  }

  private double[] child(Trials trials, List<Trial> parents) {
    RandomGenerator random = trials.random();
    Fronts fronts = Fronts.of(trials.goals(), parents);
    double[] mother = Coding.filled(trials.places(fronts.tournament(random)));
    double[] father = Coding.filled(trials.places(fronts.tournament(random)));
    Coding coding = Coding.of(trials);
    double[] child = mother.clone();
    boolean crossed = random.nextDouble() < crossing;
    for (int i = 0; i < child.length; i++) {
      boolean ordered = coding.axis(i).ordered();
      if (crossed && random.nextBoolean()) {
        child[i] = ordered ? blend(mother[i], father[i], random) : father[i];
      }
      if (random.nextDouble() < 1.0 / child.length) {
        child[i] = ordered ? mutate(child[i], random) : random.nextDouble();
      }
    }
    return child;
  }

  /// Simulated binary crossover: near one of the two, the nearer the more often.
  private static double blend(double x, double y, RandomGenerator random) {
    double u = random.nextDouble();
    double power = 1 / (CROSS_SPREAD + 1);
    double spread = u < 0.5 ? Math.pow(2 * u, power) : Math.pow(1 / (2 * (1 - u)), power);
    double side = random.nextBoolean() ? spread : -spread;
    return Math.clamp(0.5 * (x + y) + 0.5 * side * Math.abs(x - y), 0.0, 1.0);
  }

  /// Polynomial mutation.
  private static double mutate(double x, RandomGenerator random) {
    double u = random.nextDouble();
    double power = 1 / (MUTATION_SPREAD + 1);
    double step = u < 0.5 ? Math.pow(2 * u, power) - 1 : 1 - Math.pow(2 * (1 - u), power);
    return Math.clamp(x + step, 0.0, 1.0);
  }
}
