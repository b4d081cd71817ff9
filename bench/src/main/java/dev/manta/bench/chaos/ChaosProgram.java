package dev.manta.bench.chaos;

import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.data.Batch;
import dev.manta.data.Dataset;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The framework-free training that is disturbed: weights that hang on every sample of every step,
/// which come from a dataset.
public final class ChaosProgram {
  static final int WEIGHTS = 512;

  private static final float RATE = 0.01f;

  private ChaosProgram() {}

  /// Takes a [DisturbedTraining].
  public static void main(String[] args) throws IOException {
    DisturbedTraining settings = DisturbedTraining.parse(args);
    Trainer trainer =
        settings.exact()
            ? Trainer.of(ExactProgram::train, settings)
            : Trainer.of(ChaosProgram::train, settings)
                .dataset("train", Dataset.range(DisturbedTraining.ROWS).repartition(16).shuffle(1));
    settings.finish(trainer.scaling(settings.scaling()).run(settings.run()).fit());
  }

  /// The training function: an epoch is a pass over the dataset.
  public static String train(TrainContext<DisturbedTraining> ctx)
      throws IOException, InterruptedException {
    DisturbedTraining settings = ctx.config();
    float[] weights = new float[WEIGHTS];
    ctx.live("weights", weights);
    var rows = ctx.dataset("train");
    try (var trace = Trace.open(settings.directory(), ctx.rank(), ctx.attempt())) {
      for (int epoch : ctx.epochs(settings.epochs())) {
        for (Batch batch :
            rows.batches(DisturbedTraining.ROWS_OF_STEP / DisturbedTraining.WORKERS)) {
          long[] samples = batch.isPadding() ? new long[0] : batch.longs("id");
          settings.begin(ctx, trace, epoch, samples);
          float[] gradient = gradient(weights, samples);
          ctx.collectives().allReduce(gradient, Op.SUM);
          step(weights, gradient);
          ctx.commit();
          settings.end(ctx);
        }
        ctx.report(Metrics.of("epoch", epoch), ctx.snapshot());
      }
    }
    return sha256(weights);
  }

  /// What some samples want changed.
  static float[] gradient(float[] weights, long... samples) {
    float[] gradient = new float[WEIGHTS];
    for (long sample : samples) {
      for (int i = 0; i < WEIGHTS; i++) {
        gradient[i] += (float) Math.sin(weights[i] + sample * 0.37 + i * 0.11);
      }
    }
    return gradient;
  }

  static void step(float[] weights, float[] gradient) {
    for (int i = 0; i < WEIGHTS; i++) {
      weights[i] -= RATE * gradient[i];
    }
  }

  static String sha256(float[] weights) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * weights.length);
    bytes.asFloatBuffer().put(weights);
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.array()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
