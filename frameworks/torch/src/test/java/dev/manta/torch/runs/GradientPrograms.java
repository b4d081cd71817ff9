package dev.manta.torch.runs;

import dev.manta.torch.Torch;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.data.TensorDataset;
import dev.manta.torch.models.Mlp;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.Module;
import dev.manta.torch.nn.Sequential;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.GradScaler;
import dev.manta.torch.optim.Optimizer;
import dev.manta.torch.optim.ParameterGroup;
import dev.manta.torch.optim.SGD;
import dev.manta.torch.optim.Setting;
import dev.manta.torch.runs.Programs.Config;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/// Training functions whose gradients are made of several batches, or are not there at all.
public final class GradientPrograms {
  private static final int TOGETHER = 2;

  private GradientPrograms() {}

  /// Learns the mean of 1, 2, …: the weight becomes minus that. Between backward and step it looks
  /// at an evaluation set of 3 rows, which not every rank has some of.
  public static double evaluatesBeforeItSteps(TrainContext<Config> ctx) {
    Torch manta = Torch.of(ctx).seed(7);
    Linear model = manta.prepare(zero(new Linear(1, 1, false)));
    Optimizer optimizer = manta.prepare(new SGD(model.parameters(), 1));
    DataLoader train = manta.prepare(DataLoader.of(numbers(ctx.config().rows()), each(ctx)));
    DataLoader test = manta.prepare(DataLoader.of(numbers(3), 3));
    for (TensorBatch batch : train.epoch(0)) {
      optimizer.zeroGrad();
      model.call(batch.x()).mean().backward();
      manta.evaluate(model, test, (rows, tally) -> tally.add("seen", 1, rows.rows()));
      optimizer.step();
    }
    return model.weight().item_double();
  }

  private static Linear zero(Linear model) {
    try (var _ = new NoGradGuard()) {
      model.weight().zero_();
    }
    return model;
  }

  private static TensorDataset numbers(int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = i + 1;
    }
    return TensorDataset.of(Tensor.create(values).reshape(count, 1), torch.zeros(count));
  }

  private static int each(TrainContext<Config> ctx) {
    return ctx.config().batch() / ctx.worldSize();
  }

  /// Two batches per update, the last ones of an epoch uneven and left over for the next. In mode
  /// `fails` or `killed` the first attempt ends in the second epoch, before its first update.
  public static void leavesBatchesOver(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    Mlp model = manta.prepare(new Mlp(20, 16, 4));
    Optimizer optimizer = manta.prepare(Programs.sgd(model));
    DataLoader loader = Programs.loader(ctx, manta, 20);
    ctx.live("model", model).live("optimizer", optimizer);
    for (int epoch : ctx.epochs(3)) {
      int count = 0;
      for (TensorBatch batch : loader.epoch(epoch)) {
        boolean last = ++count % TOGETHER == 0;
        add(manta, model, batch, last);
        endOnce(ctx, epoch);
        if (last) {
          optimizer.step();
          optimizer.zeroGrad();
        }
      }
      ctx.report(Metrics.of("epoch", epoch), ctx.snapshot(), Upload.SYNC);
    }
    Weights.write(ctx.config().out(), ctx.rank(), model);
  }

  private static void add(Torch manta, Module model, TensorBatch batch, boolean last) {
    Tensor loss =
        Losses.crossEntropy(model.call(batch.x()), batch.y()).div(new Scalar((double) TOGETHER));
    try (var _ = last ? null : manta.noSync()) {
      manta.backward(loss);
    }
  }

  private static void endOnce(TrainContext<Config> ctx, int epoch) throws IOException {
    if (ctx.attempt() != 1 || epoch != 1 || ctx.rank() != ctx.worldSize() - 1) {
      return;
    }
    if (ctx.config().mode().contains("fails")) {
      throw new IllegalStateException("fails once");
    }
    if (ctx.config().mode().contains("killed")) {
      long pid = ProcessHandle.current().pid();
      new ProcessBuilder("kill", "-KILL", Long.toString(pid)).start().onExit().join();
      LockSupport.park();
    }
  }

  /// Two groups, one of which is not used in every third step; in modes with `never` a layer of it
  /// is never used, in modes with `fails` the first attempt ends in the second epoch.
  public static void groupsWithUnusedParameters(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    var always = new Linear(20, 4);
    var sometimes = new Linear(20, 4);
    var rest = new Sequential(sometimes);
    if (ctx.config().mode().contains("never")) {
      rest = new Sequential(sometimes, new Linear(20, 4));
    }
    Sequential model = manta.prepare(new Sequential(always, rest));
    ParameterGroup second = ParameterGroup.of(rest.parameters()).set(Setting.LEARNING_RATE, 3e-2);
    AdamW optimizer = manta.prepare(new AdamW(always.parameters(), 1e-2).group(second));
    DataLoader loader = Programs.loader(ctx, manta, 20);
    ctx.live("model", model).live("optimizer", optimizer);
    for (int epoch : ctx.epochs(2)) {
      for (TensorBatch batch : loader.epoch(epoch)) {
        optimizer.zeroGrad();
        Tensor out = always.forward(batch.x());
        boolean uses = optimizer.commits() % 3 != 1;
        Tensor all = uses ? out.add(sometimes.forward(batch.x())) : out;
        manta.backward(Losses.crossEntropy(all, batch.y()));
        endOnce(ctx, epoch);
        optimizer.step();
      }
      ctx.report(Metrics.of("epoch", epoch), ctx.snapshot(), Upload.SYNC);
    }
    Weights.write(ctx.config().out(), ctx.rank(), model);
  }

  /// Scaled losses, two epochs; in the third step of each, rank 1's gradients overflow. In mode
  /// `fails` the first attempt ends in the second epoch.
  public static void scaled(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    Mlp model = manta.prepare(new Mlp(20, 16, 4));
    AdamW optimizer = manta.prepare(new AdamW(model.parameters(), 1e-2));
    var scaler = new GradScaler().growthInterval(2);
    DataLoader loader = Programs.loader(ctx, manta, 20);
    ctx.live("model", model).live("optimizer", optimizer).live("scaler", scaler);
    for (int epoch : ctx.epochs(2)) {
      long skipped = 0;
      for (TensorBatch batch : loader.epoch(epoch)) {
        optimizer.zeroGrad();
        Tensor loss = Losses.crossEntropy(model.call(batch.x()), batch.y());
        boolean overflows = optimizer.commits() % 5 == 2 && ctx.rank() == 1;
        manta.backward(scaler.scale(overflows ? loss.mul(new Scalar(1e38)) : loss));
        skipped += scaler.step(optimizer) ? 0 : 1;
        scaler.update();
        endOnce(ctx, epoch);
      }
      Metrics metrics = Metrics.of("skipped", skipped, "scale", scaler.scale());
      ctx.report(metrics.with("commits", optimizer.commits()), ctx.snapshot(), Upload.SYNC);
    }
    Weights.write(ctx.config().out(), ctx.rank(), model);
  }
}
