package dev.manta.stores;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.collective.Op;
import dev.manta.data.Batch;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.data.Sink;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.ScalingConfig;
import dev.manta.train.StorageUse;
import dev.manta.train.TrainContext;
import java.util.concurrent.atomic.AtomicLong;

/// A program whose data, run and checkpoints are all in a bucket: its first argument.
final class TrainOnS3 {
  private static final int ROWS = 2000;

  private TrainOnS3() {}

  /// How long to train.
  record Config(int epochs) {}

  /// Keeps what was said last of storage.
  private static final class Traffic implements RunListener {
    private final AtomicLong put = new AtomicLong();
    private final AtomicLong read = new AtomicLong();

    @Override
    public void storage(StorageUse use) {
      put.set(use.all().bytesPut());
      read.set(use.all().bytesRead());
    }
  }

  public static void main(String[] words) {
    String root = words[0];
    var traffic = new Traffic();
    Dataset.generate(ROWS, i -> Row.of("id", i, "x", i % 10))
        .repartition(4)
        .write(Sink.csv(), root + "/data/csv");
    Result trained =
        Trainer.of(TrainOnS3::train, new Config(3))
            .scaling(scaling())
            .run(RunConfig.named("first").storage(root + "/runs").quiet().listener(traffic))
            .dataset("train", Dataset.csv(root + "/data/csv").shuffleWindow(100, 1))
            .fit();
    Checkpoint last = trained.latestCheckpoint().orElseThrow().checkpoint();
    Result restored =
        Trainer.of(TrainOnS3::look, new Config(0))
            .scaling(scaling())
            .run(RunConfig.named("second").storage(root + "/runs").quiet())
            .startFrom(last)
            .fit();
    System.out.println(
        "status %s, sum %s, restored %s, checkpoints %s, parquet %s, put %s, read %s"
            .formatted(
                trained.status(),
                trained.returnValue(Long.class).orElseThrow(),
                restored.returnValue(Long.class).orElseThrow(),
                Result.fromPath(root + "/runs/first").checkpoints().size(),
                words.length > 1 ? Dataset.parquet(words[1]).count() : 0,
                traffic.put.get(),
                traffic.read.get()));
  }

  private static ScalingConfig scaling() {
    return ScalingConfig.workers(2);
  }

  /// The sum over all rows of all epochs, by both ranks together.
  static long train(TrainContext<Config> ctx) {
    long[] sum = new long[1];
    ctx.live("sum", sum);
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      for (Batch batch : ctx.dataset("train").batches(64)) {
        long[] part = {0};
        long[] x = batch.longs("x");
        for (int i = 0; i < batch.weight(); i++) {
          part[0] += x[i];
        }
        ctx.collectives().allReduce(part, Op.SUM);
        sum[0] += part[0];
      }
      ctx.report(Metrics.of("epoch", epoch, "sum", sum[0]), ctx.snapshot());
    }
    return sum[0];
  }

  static long look(TrainContext<Config> ctx) {
    long[] sum = new long[1];
    ctx.live("sum", sum);
    return sum[0];
  }
}
