package dev.manta.examples.guide;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.data.Batch;
import dev.manta.data.Condition;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.data.Sink;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A straight line through points from files, trained on two workers that share out the rows.
public final class Flowers {
  private Flowers() {}

  /// How fast to learn, and how long.
  public record Config(double rate, int epochs) {}

  // region: write
  /// Writes petals whose width is a third of their length, plus a little.
  public static void write(String directory) {
    Dataset.generate(
            3000, i -> Row.of("id", i, "length", i % 70 / 10.0, "width", i % 70 / 30.0 + 0.2))
        .repartition(500)
        .write(Sink.csv(), directory);
  }

  // endregion

  // region: dataset
  static Dataset petals(String directory) {
    return Dataset.csv(directory) // nothing is read yet
        .where(Condition.more("length", 0))
        .withColumn("x", row -> row.real("length") / 7)
        .select("x", "width");
  }

  // endregion

  // region: trainer
  static Result fit(RunConfig run, Config config, String directory) {
    var both = petals(directory).trainTestSplit(0.2, 1);
    return Trainer.of(Flowers::train, config)
        .scaling(ScalingConfig.workers(2))
        .run(run)
        .dataset("train", both.train().shuffleWindow(1000, 1)) // each row goes to one rank
        .dataset("test", both.test(), DataConfig.whole()) // every rank reads all of it
        .fit();
  }

  // endregion

  // region: loop
  static double train(TrainContext<Config> ctx) {
    double[] line = new double[2];
    ctx.live("line", line);
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      for (Batch batch : ctx.dataset("train").batches(32)) {
        step(ctx, batch, line);
      }
      var metrics = Metrics.of("epoch", epoch, "error", error(ctx, line));
      ctx.report(metrics, ctx.snapshot()); // with the position in the dataset
    }
    return error(ctx, line);
  }

  private static void step(TrainContext<Config> ctx, Batch batch, double[] line) {
    double[] sums = gradient(batch, line);
    ctx.collectives().allReduce(sums, Op.SUM);
    for (int i = 0; i < line.length; i++) {
      line[i] -= ctx.config().rate() * sums[i] / sums[2];
    }
  }

  /// Sums over the rows, and the weight of the batch: 0 when this rank has no rows left.
  private static double[] gradient(Batch batch, double[] line) {
    double[] x = batch.doubles("x");
    double[] width = batch.doubles("width");
    double[] sums = {0, 0, batch.weight()};
    for (int i = 0; i < batch.weight(); i++) {
      double off = line[0] * x[i] + line[1] - width[i];
      sums[0] += off * x[i];
      sums[1] += off;
    }
    return sums;
  }

  // endregion

  private static double error(TrainContext<Config> ctx, double[] line) {
    double sum = 0;
    long rows = 0;
    for (Batch batch : ctx.dataset("test").batches(500)) {
      double[] x = batch.doubles("x");
      double[] width = batch.doubles("width");
      for (int i = 0; i < x.length; i++) {
        sum += Math.abs(line[0] * x[i] + line[1] - width[i]);
      }
      rows += batch.rows();
    }
    return sum / rows;
  }

  // region: look
  static List<Row> widest(String directory) {
    Dataset petals = petals(directory);
    System.Logger log = System.getLogger("flowers");
    log.log(System.Logger.Level.INFO, "{0} rows of {1}", petals.count(), petals.schema());
    return petals.sortDescending("width").take(3);
  }

  // endregion

  // region: main
  public static void main(String[] args) {
    int epochs = args.length > 0 ? Integer.parseInt(args[0]) : 5;
    if (Files.notExists(Path.of("petals"))) {
      write("petals"); // six CSV files of 500 rows
    }
    Result result = fit(RunConfig.named("flowers"), new Config(0.5, epochs), "petals");
    System.out.println(result.status() + " " + result.metrics());
  }
  // endregion
}
