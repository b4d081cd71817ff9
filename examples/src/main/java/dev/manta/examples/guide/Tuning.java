package dev.manta.examples.guide;

import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.tune.Drawing;
import dev.manta.tune.Goal;
import dev.manta.tune.Plot;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Scheduler;
import dev.manta.tune.Scope;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.TrialContext;
import dev.manta.tune.TrialResult;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import dev.manta.tune.space.IntUniform;
import dev.manta.tune.space.LogUniform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/// Searches for the best config of a function, of one that reports, and of a trainer.
public final class Tuning {
  private Tuning() {}

  // region: config
  /// What is searched: fields with their domains.
  ///
  /// @param rate the learning rate
  /// @param degree of the polynomial that is fitted
  public record Config(
      @LogUniform(low = 1e-3, high = 0.5) double rate, @IntUniform(low = 1, high = 6) int degree) {}

  // endregion

  // region: objective
  /// The mean squared error of a polynomial after 200 steps of gradient descent.
  static double loss(Config config) {
    var fit = new Polynomial(config.degree());
    for (int step = 0; step < 200; step++) {
      fit.descend(config.rate());
    }
    return fit.error();
  }

  /// Forty trials, in worker processes that are used again.
  public static ResultGrid search(RunConfig run) {
    return Tuner.of(Tuning::loss)
        .search(TuneConfig.minimize("loss").samples(40).searcher(Searcher.tpe()))
        .run(run)
        .fit();
  }

  // endregion

  // region: loop
  /// The same, reported every ten steps: what is behind the others is stopped early, and a trial
  /// whose process is lost resumes from its checkpoint.
  static void train(TrialContext<Config> trial) throws IOException {
    var fit = new Polynomial(trial.config().degree());
    trial.checkpoint().ifPresent(saved -> saved.asDirectory(fit::read));
    while (trial.step() < 20) {
      for (int step = 0; step < 10; step++) {
        fit.descend(trial.config().rate());
      }
      Path directory = Files.createTempDirectory("fit");
      fit.write(directory);
      trial.report(Metrics.of("loss", fit.error()), Checkpoint.fromDirectory(directory));
    }
  }

  /// At each rung (reports 1, 4, 16) the best quarter continues.
  public static ResultGrid searchEarlyStopping(RunConfig run) {
    return Tuner.ofLoop(Tuning::train)
        .search(TuneConfig.minimize("loss").samples(40).scheduler(Scheduler.asha(20)))
        .run(run)
        .fit();
  }

  // endregion

  // region: trainer
  static void trainTogether(TrainContext<Config> ctx) {
    var fit = new Polynomial(ctx.config().degree());
    ctx.live("weights", fit.weights);
    for (int epoch : ctx.epochs(20)) {
      for (int step = 0; step < 10; step++) {
        fit.descend(ctx.config().rate());
      }
      ctx.report(Metrics.of("loss", fit.error(), "epoch", epoch), ctx.snapshot());
    }
  }

  /// Each trial is a run with two workers of its own.
  public static ResultGrid searchRuns(RunConfig run) {
    Trainer trainer =
        Trainer.of(Tuning::trainTogether, new Config(0.1, 2)).scaling(ScalingConfig.workers(2));
    return Tuner.of(trainer)
        .space(Space.of(Config.class).grid("degree", 2, 3).constant("rate", 0.1))
        .search(TuneConfig.minimize("loss").searcher(Searcher.grid()).concurrent(1))
        .run(run)
        .fit();
  }

  // endregion

  // region: read
  /// What came of an experiment, in a few lines.
  public static String summary(String directory) {
    ResultGrid results = ResultGrid.fromPath(directory);
    TrialResult best = results.best();
    var text = new StringBuilder();
    text.append("best: trial ").append(best.number()).append(' ').append(best.point()).append('\n');
    text.append(results.table(5));
    for (TrialResult failed : results.errors()) {
      text.append("trial ")
          .append(failed.number())
          .append(": ")
          .append(failed.error().orElse(""))
          .append('\n');
    }
    return text.toString();
  }

  // endregion

  // region: scopes
  /// The best trial by its last loss, by the best that it reported, and by the mean of all.
  public static List<TrialResult> bests(ResultGrid results) {
    return List.of(
        results.best(),
        results.best(Goal.minimize("loss"), Scope.ALL),
        results.best(Goal.minimize("loss"), Scope.AVERAGE));
  }

  // endregion

  // region: plots
  /// Prints which parameters matter and how the search went, and writes a picture of it.
  public static void draw(ResultGrid results, Path file) throws IOException {
    results.importances().forEach((name, part) -> System.out.println(name + " " + part));
    System.out.println(results.plot(Plot.SLICES).text(80));
    Drawing history = results.plot(Plot.HISTORY);
    Files.writeString(file, history.svg());
  }

  // endregion

  /// A polynomial that is fitted to a noisy sine.
  private static final class Polynomial {
    private final double[] weights;
    private final double[] x = new double[64];
    private final double[] y = new double[64];

    Polynomial(int degree) {
      weights = new double[degree + 1];
      var random = new Random(1);
      for (int i = 0; i < x.length; i++) {
        x[i] = 2.0 * i / x.length - 1;
        y[i] = Math.sin(3 * x[i]) + 0.1 * random.nextGaussian();
      }
    }

    private double value(double at) {
      double sum = 0;
      for (int i = weights.length - 1; i >= 0; i--) {
        sum = sum * at + weights[i];
      }
      return sum;
    }

    void descend(double rate) {
      double[] slopes = new double[weights.length];
      for (int i = 0; i < x.length; i++) {
        double power = 2 * (value(x[i]) - y[i]) / x.length;
        for (int j = 0; j < slopes.length; j++) {
          slopes[j] += power;
          power *= x[i];
        }
      }
      for (int j = 0; j < slopes.length; j++) {
        weights[j] -= rate * slopes[j];
      }
    }

    double error() {
      double sum = 0;
      for (int i = 0; i < x.length; i++) {
        sum += (value(x[i]) - y[i]) * (value(x[i]) - y[i]);
      }
      return sum / x.length;
    }

    void write(Path directory) throws IOException {
      var text = new StringBuilder();
      for (double each : weights) {
        text.append(each).append('\n');
      }
      Files.writeString(directory.resolve("weights"), text);
    }

    int read(Path directory) {
      try {
        int at = 0;
        for (String line : Files.readAllLines(directory.resolve("weights"))) {
          weights[at++] = Double.parseDouble(line);
        }
        return at;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
