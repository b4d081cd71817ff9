package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Collectives;
import dev.manta.collective.Op;
import dev.manta.data.Dataset;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Ratings as products of few numbers for each person and each film, by alternating least squares:
/// with those of the films held fixed, those of the people have one best answer, and the other way
/// round.
public final class MatrixFactorisation {
  private MatrixFactorisation() {}

  /// How much to learn.
  ///
  /// @param factors how many numbers each person and each film has
  /// @param ridge what large numbers cost
  public record Config(int people, int films, int factors, int rounds, double ridge) {}

  // region: loop
  static void train(TrainContext<Config> ctx) {
    Config config = ctx.config();
    RankRows ratings = RankRows.read(ctx.dataset("ratings"), List.of("person", "film"), "rating");
    double[] people = new double[config.people() * config.factors()];
    double[] films = new double[config.films() * config.factors()];
    var random = new Random(1); // the same one on all ranks
    Arrays.setAll(films, _ -> random.nextDouble());
    ctx.live("people", people).live("films", films); // restored here when the run resumes
    for (int round : ctx.epochs(config.rounds())) {
      improve(people, 0, films, 1, ratings, ctx);
      improve(films, 1, people, 0, ratings, ctx);
      double error = error(people, films, ratings, config.factors(), ctx.collectives());
      ctx.report(Metrics.of("round", round, "rmse", error), ctx.snapshot());
    }
  }

  // endregion

  // region: improve
  /// Gives each person (or film) the best numbers for its ratings, with the others held fixed. A
  /// rank has some of the ratings of each; their sums are all that the ranks exchange.
  private static void improve(
      double[] own,
      int side,
      double[] fixed,
      int otherSide,
      RankRows ratings,
      TrainContext<Config> ctx) {
    int k = ctx.config().factors();
    int size = k * k + k;
    double[] sums = new double[own.length / k * size];
    for (int row = 0; row < ratings.count(); row++) {
      int at = (int) ratings.feature(row, side) * size;
      var one = new NormalEquations(k);
      one.add(numbers(fixed, (int) ratings.feature(row, otherSide), k), 1, ratings.label(row));
      for (int i = 0; i < size; i++) {
        sums[at + i] += one.numbers()[i];
      }
    }
    ctx.collectives().allReduce(sums, Op.SUM); // over the ratings of all ranks
    for (int i = 0; i < own.length / k; i++) {
      double[] mine = Arrays.copyOfRange(sums, i * size, (i + 1) * size);
      double[] best = new NormalEquations(k, mine).solve(ctx.config().ridge(), new double[k]);
      System.arraycopy(best, 0, own, i * k, k);
    }
  }

  // endregion

  private static double[] numbers(double[] all, int index, int k) {
    return Arrays.copyOfRange(all, index * k, (index + 1) * k);
  }

  private static double error(
      double[] people, double[] films, RankRows ratings, int k, Collectives group) {
    double[] sums = new double[2]; // squares, and how many
    for (int row = 0; row < ratings.count(); row++) {
      double[] person = numbers(people, (int) ratings.feature(row, 0), k);
      double[] film = numbers(films, (int) ratings.feature(row, 1), k);
      double off = NormalEquations.dot(person, film) - ratings.label(row);
      sums[0] += off * off;
      sums[1]++;
    }
    group.allReduce(sums, Op.SUM);
    return Math.sqrt(sums[0] / sums[1]);
  }

  /// Learns 4,000 ratings that 100 people gave to 60 films, with so many workers.
  static Trainer trainer(Dataset ratings, int workers, RunConfig run) {
    return Trainer.of(MatrixFactorisation::train, new Config(100, 60, 2, 15, 1e-2))
        .dataset("ratings", ratings)
        .scaling(ScalingConfig.workers(workers))
        .run(run);
  }

  public static void main(String[] args) {
    Dataset ratings = MadeUpRows.ratings(4000, 100, 60);
    Result result = trainer(ratings, 2, RunConfig.named("ratings")).fit();
    System.out.println("off by " + result.metrics().number("rmse") + ", of which 0.1 is noise");
  }
}
