package dev.manta.torch.runs;

import dev.manta.data.BatchOptions;
import dev.manta.torch.Torch;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.optim.AdamW;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Training over streams while the number of workers changes, for tests.
public final class StreamPrograms {
  /// How many rows there are, each of which is its own number.
  static final long ROWS = 600;

  static final int EPOCHS = 2;

  private static final int BATCH = 4;
  private static final int STEPS_BEFORE_CHANGE = 5;
  private static final int CHANGES = 2;
  private static final long PAUSE_NANOS = 5_000_000;
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

  /// What a test asks for.
  ///
  /// @param out where ranks write which rows they have used
  /// @param control where the run keeps its decisions
  public record Config(String out, String control) {}

  private StreamPrograms() {}

  /// Over the dataset of the run.
  public static void dataset(TrainContext<Config> ctx) throws IOException {
    var options = BatchOptions.rows(BATCH);
    train(ctx, (manta, _) -> manta.batches(ctx.dataset("train"), options, "id"));
  }

  /// Over a stream of the user's own.
  public static void iterable(TrainContext<Config> ctx) throws IOException {
    DataLoader rows =
        DataLoader.of(
            (shard, shards) ->
                LongStream.range(0, ROWS)
                    .filter(row -> row % shards == shard)
                    .mapToObj(row -> List.of(Tensor.create(new long[] {row}, 1)))
                    .iterator(),
            BATCH);
    train(ctx, (manta, epoch) -> manta.prepare(rows).epoch(epoch));
  }

  private interface Passes {
    Iterable<TensorBatch> of(Torch manta, int epoch);
  }

  private static void train(TrainContext<Config> ctx, Passes passes) throws IOException {
    var manta = Torch.of(ctx).seed(1);
    var model = manta.prepare(new Linear(1, 1));
    var optimizer = manta.prepare(new AdamW(model.parameters(), 1e-3));
    ctx.live("model", model).live("optimizer", optimizer);
    int steps = 0;
    for (int epoch : ctx.epochs(EPOCHS)) {
      for (TensorBatch batch : passes.of(manta, epoch)) {
        awaitChange(ctx, steps++);
        note(ctx, epoch, batch);
        ctx.report(Metrics.of("step", steps));
        optimizer.zeroGrad();
        manta.backward(model.call(inputs(batch)).square().mean());
        optimizer.step();
      }
    }
  }

  private static Tensor inputs(TensorBatch batch) {
    return batch.x().reshape(-1, 1).to(ScalarType.Float);
  }

  /// Continues when the ranks of this attempt have been told to leave it, if they are to.
  private static void awaitChange(TrainContext<Config> ctx, int steps) throws IOException {
    boolean changes = steps >= STEPS_BEFORE_CHANGE && ctx.attempt() <= CHANGES;
    long end = System.nanoTime() + PATIENCE_NANOS;
    LockSupport.parkNanos(PAUSE_NANOS);
    while (changes && changesTold(ctx.config()) < ctx.attempt()) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("nobody has told attempt " + ctx.attempt() + " to leave");
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  private static int changesTold(Config config) throws IOException {
    int told = 0;
    try (DirectoryStream<Path> records =
        Files.newDirectoryStream(Path.of(config.control()), "*.json")) {
      for (Path record : records) {
        told += Files.readString(record).contains("leave at their next commit") ? 1 : 0;
      }
    }
    return told;
  }

  private static void note(TrainContext<Config> ctx, int epoch, TensorBatch batch)
      throws IOException {
    long[] rows = new long[(int) batch.rows()];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = batch.x().reshape(-1).select(0, i).item_long();
    }
    String line = Arrays.stream(rows).mapToObj(Long::toString).collect(Collectors.joining(" "));
    Files.writeString(
        Path.of(ctx.config().out(), "rows-%s-%s-%s".formatted(epoch, ctx.attempt(), ctx.rank())),
        line + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
