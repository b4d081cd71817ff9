package dev.manta.bench.chaos;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.bench.recovery.StepLog;
import dev.manta.collective.Op;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The training that is disturbed: two workers, short steps, weights that hang on every one of
/// them.
public final class ChaosProgram {
  static final int WORKERS = 2;

  private static final int WEIGHTS = 4096;
  private static final long STEP_MILLIS = 20;

  /// Where ranks say when they ended their steps, and how many to make.
  public record Config(String directory, long steps) {}

  private ChaosProgram() {}

  /// Trains to the end and says the weights' SHA-256.
  static Result fit(Path directory, long steps) {
    return Trainer.of(ChaosProgram::train, new Config(directory.toString(), steps))
        .scaling(ScalingConfig.workers(WORKERS))
        .run(
            RunConfig.named("chaos")
                .storage(directory.resolve("runs").toString())
                .failures(FailureConfig.unlimited())
                .quiet())
        .fit();
  }

  /// The training function.
  public static String train(TrainContext<Config> ctx) throws IOException, InterruptedException {
    float[] weights = new float[WEIGHTS];
    ctx.live("weights", weights);
    float[] gradient = new float[WEIGHTS];
    try (var log = StepLog.open(ctx.config().directory(), ctx.rank(), ctx.attempt())) {
      for (long step : ctx.steps(ctx.config().steps())) {
        Thread.sleep(STEP_MILLIS);
        for (int i = 0; i < WEIGHTS; i++) {
          gradient[i] = (float) Math.sin(weights[i] + step * 0.37 + i * 0.11 + ctx.rank());
        }
        ctx.collectives().allReduce(gradient, Op.MEAN);
        for (int i = 0; i < WEIGHTS; i++) {
          weights[i] -= 0.01f * gradient[i];
        }
        log.ended(step);
      }
    }
    return sha256(weights);
  }

  private static String sha256(float[] weights) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * weights.length);
    bytes.asFloatBuffer().put(weights);
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes.array()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
