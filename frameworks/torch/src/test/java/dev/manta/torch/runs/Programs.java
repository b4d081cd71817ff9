package dev.manta.torch.runs;

import dev.manta.torch.Torch;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.data.TensorDataset;
import dev.manta.torch.models.Mlp;
import dev.manta.torch.models.ResNet18;
import dev.manta.torch.nn.BatchNorm;
import dev.manta.torch.nn.BatchNorm1d;
import dev.manta.torch.nn.Dropout;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.Module;
import dev.manta.torch.nn.ReLU;
import dev.manta.torch.nn.Sequential;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.Curve;
import dev.manta.torch.optim.Optimizer;
import dev.manta.torch.optim.SGD;
import dev.manta.torch.optim.Schedule;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Training functions for tests.
public final class Programs {
  /// What a test asks for.
  ///
  /// @param out where ranks write what they have learned
  /// @param rows how many rows the data has
  /// @param batch how many of them one step takes over all ranks
  /// @param mode which variant
  public record Config(String out, int rows, int batch, String mode) {}

  private Programs() {}

  /// An MLP, one epoch.
  public static void mlp(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    Mlp model = manta.prepare(new Mlp(20, 16, 16, 4));
    Optimizer optimizer = manta.prepare(new AdamW(model.parameters(), 1e-2));
    for (TensorBatch batch : loader(ctx, manta, 20)) {
      step(model, optimizer, batch);
    }
    Weights.write(ctx.config().out(), ctx.rank(), model);
  }

  /// A small ResNet, one epoch, with batch norms that are `frozen`, `synchronised` or `plain`. On a
  /// GPU convolutions keep all digits of a float, which they do not by themselves.
  public static void resnet(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    torch.globalContext().setAllowTF32CuDNN(false);
    ResNet18 model = ResNet18.small(1, 4, 8);
    if (ctx.config().mode().equals("synchronised")) {
      manta.syncBatchNorm(model);
    }
    manta.prepare(model);
    if (ctx.config().mode().equals("frozen")) {
      freezeNorms(model);
    }
    Optimizer optimizer = manta.prepare(sgd(model));
    for (TensorBatch batch : loader(ctx, manta, 1, 12, 12)) {
      optimizer.zeroGrad();
      manta.backward(Losses.crossEntropy(model.call(batch.x()), batch.y()));
      optimizer.step();
    }
    Weights.write(ctx.config().out(), ctx.rank(), model);
  }

  private static void freezeNorms(Module module) {
    if (module instanceof BatchNorm) {
      module.eval();
    }
    module.children().values().forEach(Programs::freezeNorms);
  }

  /// Dropout, batch norm, a schedule and three epochs. In mode `fails` the first attempt fails in
  /// the second epoch; in mode `killed` there are no checkpoints, rank 1 is killed in the second
  /// epoch and rank 0 in the third; in mode `alone` rank 0 is killed in the second.
  public static void resumed(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    DataLoader loader = loader(ctx, manta, 20);
    Sequential model =
        manta.prepare(
            new Sequential(
                new Linear(20, 32),
                new BatchNorm1d(32),
                new ReLU(),
                new Dropout(0.3),
                new Linear(32, 4)));
    AdamW optimizer = manta.prepare(new AdamW(model.parameters(), 1e-2));
    Schedule schedule = Schedule.of(optimizer, Curve.cosine(60, 0));
    ctx.live("model", model).live("optimizer", optimizer).live("schedule", schedule);
    for (int epoch : ctx.epochs(3)) {
      for (TensorBatch batch : loader.epoch(epoch)) {
        optimizer.zeroGrad();
        manta.backward(Losses.crossEntropy(model.call(batch.x()), batch.y()));
        optimizer.step();
        schedule.step();
        failOnce(ctx, epoch, optimizer);
        dieOnce(ctx, epoch, optimizer);
      }
      report(ctx, Metrics.of("epoch", epoch, "commits", optimizer.commits()));
    }
    Weights.write(ctx.config().out(), ctx.rank(), model);
  }

  private static void report(TrainContext<Config> ctx, Metrics metrics) {
    if (ctx.config().mode().equals("killed")) {
      ctx.report(metrics);
    } else {
      ctx.report(metrics, ctx.snapshot(), Upload.SYNC);
    }
  }

  private static void dieOnce(TrainContext<Config> ctx, int epoch, Optimizer optimizer)
      throws IOException {
    boolean mine =
        switch (ctx.config().mode()) {
          case "killed" -> ctx.attempt() == epoch && ctx.rank() == epoch % 2;
          case "alone" -> ctx.attempt() == 1 && epoch == 1;
          default -> false;
        };
    if (mine && optimizer.commits() % 5 == 3) {
      long pid = ProcessHandle.current().pid();
      new ProcessBuilder("kill", "-KILL", Long.toString(pid)).start().onExit().join();
      LockSupport.park();
    }
  }

  private static void failOnce(TrainContext<Config> ctx, int epoch, Optimizer optimizer) {
    boolean inTheMiddle = epoch == 1 && optimizer.commits() % 5 == 3;
    if (ctx.config().mode().equals("fails") && ctx.attempt() == 1 && inTheMiddle) {
      throw new IllegalStateException("fails once");
    }
  }

  /// Half of the layers are used by rank 1 only, and some by nobody.
  public static void unused(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    var both = new Linear(20, 4);
    var mine = new Linear(20, 4);
    var nobodys = new Linear(20, 4);
    Sequential model = manta.prepare(new Sequential(both, mine, nobodys));
    Optimizer optimizer = manta.prepare(new AdamW(model.parameters(), 1e-2));
    boolean uses = ctx.worldSize() == 1 || ctx.rank() == 1;
    for (TensorBatch batch : loader(ctx, manta, 20)) {
      optimizer.zeroGrad();
      Tensor out = both.forward(batch.x());
      Losses.crossEntropy(uses ? out.add(mine.forward(batch.x())) : out, batch.y()).backward();
      optimizer.step();
    }
    Weights.write(ctx.config().out(), ctx.rank(), model);
  }

  /// Two batches per update, gradients clipped.
  public static void accumulated(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    Mlp model = manta.prepare(new Mlp(20, 16, 4));
    Optimizer optimizer = manta.prepare(sgd(model));
    int count = 0;
    for (TensorBatch batch : loader(ctx, manta, 20)) {
      boolean last = count++ % 2 == 1;
      Tensor loss = Losses.crossEntropy(model.call(batch.x()), batch.y()).div(new Scalar(2));
      accumulate(manta, loss, last);
      if (last) {
        manta.clipGradNorm(optimizer, 0.5);
        optimizer.step();
        optimizer.zeroGrad();
      }
    }
    Weights.write(ctx.config().out(), ctx.rank(), model);
  }

  /// Two batches per update, each an epoch, so that ranks can have unequally many rows in both;
  /// with a batch norm over all ranks.
  public static void accumulatedUnevenly(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    Sequential model =
        manta.syncBatchNorm(
            new Sequential(new Linear(20, 16), new BatchNorm1d(16), new ReLU(), new Linear(16, 4)));
    Optimizer optimizer = manta.prepare(sgd(manta.prepare(model)));
    DataLoader loader = loader(ctx, manta, 20);
    for (int epoch = 0; epoch < 20; epoch++) {
      for (TensorBatch batch : loader.epoch(epoch)) {
        Tensor loss = Losses.crossEntropy(model.call(batch.x()), batch.y()).div(new Scalar(2));
        accumulate(manta, loss, epoch % 2 == 1);
        if (epoch % 2 == 1) {
          optimizer.step();
          optimizer.zeroGrad();
        }
      }
    }
    Weights.write(ctx.config().out(), ctx.rank(), model);
  }

  private static void accumulate(Torch manta, Tensor loss, boolean last) {
    try (var _ = last ? null : manta.noSync()) {
      manta.backward(loss);
    }
  }

  /// Trains a little and returns what all ranks together find on the data.
  public static double evaluated(TrainContext<Config> ctx) {
    Torch manta = Torch.of(ctx).seed(7);
    Mlp model = manta.prepare(new Mlp(20, 16, 4));
    DataLoader loader = loader(ctx, manta, 20).workers(2);
    Metrics metrics =
        manta.evaluate(
            model,
            loader,
            (batch, tally) -> {
              Tensor right = model.call(batch.x()).argmax(new LongOptional(1), false).eq(batch.y());
              tally.add("accuracy", right.sum().item_int(), batch.rows());
            });
    return metrics.number("accuracy");
  }

  static void step(Module model, Optimizer optimizer, TensorBatch batch) {
    optimizer.zeroGrad();
    Losses.crossEntropy(model.call(batch.x()), batch.y()).backward();
    optimizer.step();
  }

  static DataLoader loader(TrainContext<Config> ctx, Torch manta, long... shape) {
    int each = ctx.config().batch() / ctx.worldSize();
    return manta.prepare(DataLoader.of(data(ctx.config().rows(), shape), each).shuffle(3));
  }

  /// The same rows in every process.
  static TensorDataset data(int rows, long... shape) {
    long[] all = new long[shape.length + 1];
    all[0] = rows;
    System.arraycopy(shape, 0, all, 1, shape.length);
    torch.manual_seed(11);
    Tensor x = torch.randn(all);
    Tensor y = torch.randint(4, new long[] {rows}).to(ScalarType.Long);
    return TensorDataset.of(x, y);
  }

  static Optimizer sgd(Module model) {
    return new SGD(model.parameters(), 0.05).momentum(0.9).weightDecay(5e-4);
  }
}
