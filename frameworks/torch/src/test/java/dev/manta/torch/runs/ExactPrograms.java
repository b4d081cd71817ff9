package dev.manta.torch.runs;

import dev.manta.torch.Torch;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.models.Mlp;
import dev.manta.torch.nn.BatchNorm1d;
import dev.manta.torch.nn.Dropout;
import dev.manta.torch.nn.Linear;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.nn.Module;
import dev.manta.torch.nn.ReLU;
import dev.manta.torch.nn.Sequential;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.optim.Optimizer;
import dev.manta.torch.runs.Programs.Config;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import org.bytedeco.pytorch.Tensor;

/// Training functions in exact mode, for tests.
public final class ExactPrograms {
  private static final int LANES = 8;
  private static final int SLOW_EPOCHS = 40;
  private static final long SLOW_NANOS = 60_000_000;

  private ExactPrograms() {}

  /// What [Programs#mlp] learns.
  public static void mlp(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7).exact(LANES);
    train(ctx, manta, new Mlp(20, 16, 16, 4), 1);
  }

  /// With random numbers and clipping, three epochs.
  public static void dropout(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7).exact(LANES);
    train(ctx, manta, dropouts(), 3);
  }

  /// The same in many slow epochs.
  public static void slow(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7).exact(LANES);
    train(ctx, manta, dropouts(), SLOW_EPOCHS);
  }

  private static Sequential dropouts() {
    return new Sequential(new Linear(20, 32), new ReLU(), new Dropout(0.3), new Linear(32, 4));
  }

  private static void train(TrainContext<Config> ctx, Torch manta, Module network, int epochs)
      throws IOException {
    Module model = manta.prepare(network);
    Optimizer optimizer = manta.prepare(new AdamW(model.parameters(), 1e-2));
    ctx.live("model", model).live("optimizer", optimizer);
    DataLoader loader = manta.prepare(loader(ctx));
    for (int epoch : ctx.epochs(epochs)) {
      for (TensorBatch batch : loader.epoch(epoch)) {
        optimizer.zeroGrad();
        manta.backward(batch, rows -> loss(model, rows));
        if (epochs > 1) {
          manta.clipGradNorm(optimizer, 0.5);
        }
        optimizer.step();
        if (epochs == SLOW_EPOCHS) {
          LockSupport.parkNanos(SLOW_NANOS);
        }
      }
      ctx.report(Metrics.of("epoch", epoch));
    }
    Weights.write(ctx.config().out(), ctx.rank(), model);
  }

  private static Tensor loss(Module model, TensorBatch rows) {
    return Losses.crossEntropy(model.call(rows.x()), rows.y());
  }

  private static DataLoader loader(TrainContext<Config> ctx) {
    return DataLoader.of(Programs.data(ctx.config().rows(), 20), ctx.config().batch())
        .acrossRanks()
        .shuffle(3);
  }

  /// What cannot be exact: batches of a rank (`share`), a batch norm (`norm`), gradients of the
  /// whole batch (`plain`), fewer lanes than workers (`lanes`), two batches in a step (`twice`).
  public static void inexact(TrainContext<Config> ctx) {
    String mode = ctx.config().mode();
    Torch manta = Torch.of(ctx).exact(mode.equals("lanes") ? 1 : LANES);
    if (mode.equals("norm")) {
      manta.prepare(new Sequential(new Linear(20, 4), new BatchNorm1d(4)));
    }
    Module model = manta.prepare(new Linear(20, 4));
    Optimizer optimizer = manta.prepare(new AdamW(model.parameters(), 1e-2));
    DataLoader loader =
        manta.prepare(mode.equals("share") ? DataLoader.of(Programs.data(64, 20), 8) : loader(ctx));
    for (TensorBatch batch : loader) {
      if (mode.equals("plain")) {
        loss(model, batch).backward();
      } else {
        manta.backward(batch, rows -> loss(model, rows));
        manta.backward(batch, rows -> loss(model, rows));
      }
      optimizer.step();
    }
  }
}
