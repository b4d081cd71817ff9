package dev.manta.testkit.framework;

import dev.manta.collective.Op;
import dev.manta.data.Batch;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Logistic regression by gradient descent, in plain Java.
final class PlainTraining {
  private static final Set<ServerSocket> OPEN = ConcurrentHashMap.newKeySet();

  private PlainTraining() {}

  /// What is wrong with a training.
  enum Flaw {
    NONE,
    /// Each rank reports the loss of its own rows.
    OWN_LOSS,
    /// Each rank learns from its own rows.
    OWN_GRADIENT,
    /// Begins anew in each attempt.
    FORGETFUL,
    /// Leaves a temporary file.
    LITTERING,
    /// Leaves a port open.
    LISTENING,
    /// Opens a port once, and keeps it.
    LISTENING_ON,
    /// Reports a loss that the round has changed since.
    STALE_LOSS,
    /// Wants as many workers as there were at first.
    OF_ONE_SIZE,
    /// Wants rows on every rank.
    NEEDING_ROWS
  }

  /// @param rounds passes over the rows
  record Config(int rounds, Flaw flaw) {}

  static void train(TrainContext<Config> ctx) throws Exception {
    Flaw flaw = ctx.config().flaw();
    double[] weights = new double[ContractRows.FEATURES.size()];
    ctx.live("weights", weights);
    if (flaw == Flaw.FORGETFUL) {
      Arrays.fill(weights, 0);
    }
    if (flaw == Flaw.LITTERING) {
      litter();
    }
    if (flaw == Flaw.LISTENING || (flaw == Flaw.LISTENING_ON && OPEN.isEmpty())) {
      OPEN.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    }
    if (flaw == Flaw.OF_ONE_SIZE) {
      requireSize(ctx);
    }
    for (int round : ctx.epochs(ctx.config().rounds())) {
      List<double[]> rows = rows(ctx);
      if (flaw == Flaw.NEEDING_ROWS && rows.isEmpty()) {
        throw new IllegalStateException("there are no rows");
      }
      double[] before = weights.clone();
      step(ctx, rows, weights);
      double[] loss = {loss(rows, flaw == Flaw.STALE_LOSS ? before : weights), rows.size()};
      if (flaw != Flaw.OWN_LOSS) {
        ctx.collectives().allReduce(loss, Op.SUM);
      }
      var metrics = Metrics.of("loss", loss[0] / loss[1]);
      if (round == ctx.config().rounds() - 1) {
        ctx.report(metrics, ctx.snapshot());
      } else {
        ctx.report(metrics);
      }
    }
  }

  private static void requireSize(TrainContext<Config> ctx) {
    int[] size = new int[1];
    ctx.live("size", size);
    if (size[0] != 0 && size[0] != ctx.worldSize()) {
      throw new IllegalStateException("there were " + size[0] + " workers");
    }
    size[0] = ctx.worldSize();
  }

  /// Beside the temp directory of this worker, which is removed.
  private static void litter() throws IOException {
    Path own = Path.of(System.getProperty("java.io.tmpdir"));
    Files.createTempFile(own.resolve("../..").normalize(), "left", ".tmp");
  }

  private static List<double[]> rows(TrainContext<Config> ctx) {
    List<double[]> rows = new ArrayList<>();
    for (Batch batch : ctx.dataset("train").batches(64)) {
      for (int row = 0; batch.weight() > 0 && row < batch.rows(); row++) {
        rows.add(row(batch, row));
      }
    }
    return rows;
  }

  /// The features, and the label behind them.
  static double[] row(Batch batch, int row) {
    int width = ContractRows.FEATURES.size();
    double[] values = new double[width + 1];
    for (int i = 0; i < width; i++) {
      values[i] = batch.column(ContractRows.FEATURES.get(i)).realAt(row);
    }
    values[width] = batch.column(ContractRows.LABEL).realAt(row);
    return values;
  }

  private static void step(TrainContext<Config> ctx, List<double[]> rows, double[] weights) {
    int width = weights.length;
    double[] sums = new double[width + 1];
    for (double[] row : rows) {
      double error = chance(row, weights) - row[width];
      for (int i = 0; i < width; i++) {
        sums[i] += error * row[i];
      }
    }
    sums[width] = rows.size();
    if (ctx.config().flaw() != Flaw.OWN_GRADIENT) {
      ctx.collectives().allReduce(sums, Op.SUM);
    }
    for (int i = 0; i < width; i++) {
      weights[i] -= 2 * sums[i] / Math.max(1, sums[width]);
    }
  }

  private static double chance(double[] row, double[] weights) {
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += row[i] * weights[i];
    }
    return 1 / (1 + Math.exp(-sum));
  }

  static double loss(List<double[]> rows, double[] weights) {
    double loss = 0;
    for (double[] row : rows) {
      double chance = chance(row, weights);
      loss -= Math.log(row[weights.length] == 1 ? chance : 1 - chance);
    }
    return loss;
  }
}
