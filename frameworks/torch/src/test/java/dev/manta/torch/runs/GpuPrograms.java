package dev.manta.torch.runs;

import dev.manta.data.BatchOptions;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.torch.Torch;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.io.PtFile;
import dev.manta.torch.models.Mlp;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.optim.AdamW;
import dev.manta.torch.runs.Programs.Config;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// Training functions that only tests on a GPU use.
public final class GpuPrograms {
  private GpuPrograms() {}

  /// Whether loaders that copy to the GPU, with threads in the background and without, give what
  /// one on the CPU gives, while the GPU computes.
  public static String copied(TrainContext<Config> ctx) {
    Torch manta = Torch.of(ctx).seed(7);
    DataLoader alone = DataLoader.of(Programs.data(ctx.config().rows(), 20), 32).shuffle(3);
    DataLoader prepared = manta.prepare(alone);
    List<Float> expected = values(manta, alone, "cpu");
    boolean plain = values(manta, prepared, "cuda").equals(expected);
    boolean ahead = values(manta, prepared.workers(3), "cuda").equals(expected);
    return expected.size() + " values, equal " + plain + " " + ahead;
  }

  /// So many rows of 20 numbers, each with one of four labels.
  static Dataset numbers(long rows) {
    return Dataset.generate(rows, GpuPrograms::row);
  }

  private static Row row(long index) {
    var random = new Random(index);
    float[] x = new float[20];
    for (int i = 0; i < x.length; i++) {
      x[i] = random.nextFloat();
    }
    return Row.of("x", x).with("y", index % 4);
  }

  /// An MLP over this rank's part of a dataset, two epochs, on the device that the mode names.
  public static void shards(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    Mlp model = manta.prepare(new Mlp(20, 16, 16, 4));
    AdamW optimizer = manta.prepare(new AdamW(model.parameters(), 1e-2));
    var options = BatchOptions.rows(ctx.config().batch() / ctx.worldSize());
    for (int epoch = 0; epoch < 2; epoch++) {
      for (TensorBatch batch : manta.batches(ctx.dataset("train"), options, "x", "y")) {
        requireOn(ctx.config().mode(), batch.x());
        requireOn(ctx.config().mode(), batch.y());
        Programs.step(model, optimizer, batch);
      }
    }
    Weights.write(ctx.config().out(), ctx.rank(), model);
  }

  private static void requireOn(String where, Tensor tensor) {
    String device = tensor.device().str().getString();
    if (!device.startsWith(where)) {
      throw new IllegalStateException("a batch lies on " + device);
    }
  }

  private static List<Float> values(Torch manta, DataLoader loader, String where) {
    Tensor work = manta.keep(torch.randn(1024, 1024).to(manta.device(), ScalarType.Float));
    List<Float> values = new ArrayList<>();
    for (TensorBatch batch : loader.epoch(1)) {
      work.matmul(work).close();
      requireOn(where, batch.x());
      Tensor sums = batch.x().add(batch.y().view(-1, 1)).cpu().contiguous();
      float[] each = new float[(int) sums.numel()];
      sums.data_ptr_float().get(each);
      for (float value : each) {
        values.add(value);
      }
    }
    return values;
  }

  /// Trains in bfloat16; which types the output, a gradient and a parameter had, and the output
  /// afterwards.
  public static String lowered(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    Mlp model = manta.prepare(new Mlp(20, 16, 16, 4));
    AdamW optimizer = manta.prepare(new AdamW(model.parameters(), 1e-2));
    String types = "";
    for (TensorBatch batch : Programs.loader(ctx, manta, 20)) {
      optimizer.zeroGrad();
      try (var _ = manta.autocast()) {
        Tensor out = model.call(batch.x());
        types = type(out);
        Losses.crossEntropy(out, batch.y()).backward();
      }
      Tensor first = model.parameters().getFirst();
      types += " " + type(first.grad()) + " " + type(first) + " " + type(model.call(batch.x()));
      optimizer.step();
    }
    Weights.write(ctx.config().out(), ctx.rank(), model);
    return types;
  }

  private static String type(Tensor tensor) {
    return tensor.scalar_type().intern().toString();
  }

  /// Trains, and saves what was learned as a checkpoint and for Python.
  public static void saved(TrainContext<Config> ctx) throws IOException {
    Torch manta = Torch.of(ctx).seed(7);
    Mlp model = manta.prepare(new Mlp(20, 16, 16, 4));
    AdamW optimizer = manta.prepare(new AdamW(model.parameters(), 1e-2));
    ctx.live("model", model).live("optimizer", optimizer);
    for (TensorBatch batch : Programs.loader(ctx, manta, 20)) {
      Programs.step(model, optimizer, batch);
    }
    ctx.report(Metrics.of("commits", optimizer.commits()), ctx.snapshot(), Upload.SYNC);
    PtFile.write(Path.of(ctx.config().out(), "model.pt"), model.stateDict());
    Weights.write(ctx.config().out(), ctx.rank(), model);
  }
}
