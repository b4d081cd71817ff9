package dev.manta.it.peers.training;

import dev.manta.Manta;
import dev.manta.torch.Torch;
import dev.manta.torch.data.DataLoader;
import dev.manta.torch.data.TensorBatch;
import dev.manta.torch.data.TensorDataset;
import dev.manta.torch.nn.Losses;
import dev.manta.torch.optim.Optimizer;
import dev.manta.torch.optim.Schedule;
import dev.manta.train.Metrics;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;

/// The training function of every set-up.
public final class Program {
  /// What a worker is told.
  ///
  /// @param setup the set-up as text
  /// @param out where ranks write what they have learned
  public record Config(String setup, String out) {}

  private final TrainContext<Config> ctx;
  private final Setup setup;
  private final Torch manta;
  private final Net model;
  private final Optimizer optimizer;
  private final Schedule schedule;
  private final DataLoader rows;
  private final DataLoader test;

  private Program(TrainContext<Config> ctx) {
    this.ctx = ctx;
    setup = Setup.parse(ctx.config().setup());
    manta = Torch.of(ctx).seed(1);
    model = manta.prepare(new Net(setup).filled(type()));
    optimizer = manta.prepare(Optimizers.of(setup, model.parameters()));
    ctx.live("model", model);
    if (setup.has("scheduled", "after")) {
      ctx.live("optimizer", optimizer);
      schedule = Schedule.of(optimizer, Optimizers.curve(setup));
    } else {
      schedule = Schedule.of(optimizer, Optimizers.curve(setup));
      ctx.live("optimizer", optimizer);
    }
    ctx.live("schedule", schedule);
    rows = manta.prepare(loader(setup.count("rows"), setup.count("batch")).acrossRanks());
    test = manta.prepare(loader(3, 2));
  }

  /// Trains one set-up.
  public static void train(TrainContext<Config> ctx) throws IOException {
    new Program(ctx).train();
  }

  private ScalarType type() {
    return switch (setup.get("type")) {
      case "f32" -> ScalarType.Float;
      case "f64" -> ScalarType.Double;
      case "bf16" -> ScalarType.BFloat16;
      default -> throw new IllegalArgumentException("no type " + setup.get("type"));
    };
  }

  private DataLoader loader(int count, int batch) {
    Tensor x = Net.wave((long) count * Net.WIDTH, 0.1, 0.83).sin().view(count, Net.WIDTH);
    long[] classes = new long[count];
    for (int i = 0; i < count; i++) {
      classes[i] = (i * 7L + i / 3) % Net.CLASSES;
    }
    return DataLoader.of(TensorDataset.of(x.to(type()), Tensor.create(classes)), batch);
  }

  private void train() throws IOException {
    for (int epoch : ctx.epochs(setup.count("epochs"))) {
      int batches = 0;
      for (TensorBatch batch : rows.epoch(epoch)) {
        boolean last = ++batches % setup.count("together") == 0;
        add(batch, last);
        end();
        if (last) {
          step();
        }
      }
      ctx.report(Metrics.of("epoch", epoch), ctx.snapshot(), Upload.SYNC);
    }
    if (!ctx.stopRequested()) {
      write();
    }
  }

  private void add(TensorBatch batch, boolean last) {
    boolean sometimes = setup.has("unused", "sometimes") || setup.has("unused", "both");
    boolean all = !sometimes || optimizer.commits() % 3 != 1;
    Tensor out = model.forward(setup, batch.x(), all);
    Tensor loss =
        Losses.crossEntropy(out, batch.y()).div(new Scalar(1.0 * setup.count("together")));
    try (var _ = last ? null : manta.noSync()) {
      manta.backward(loss);
    }
  }

  private void step() {
    if (setup.has("evaluates", "yes")) {
      manta.evaluate(model, test, (batch, tally) -> tally.add("seen", 1, batch.rows()));
    }
    double clip = Double.parseDouble(setup.get("clip"));
    if (clip > 0) {
      manta.clipGradNorm(optimizer, clip);
    }
    optimizer.step();
    schedule.step();
    optimizer.zeroGrad();
  }

  /// Ends this attempt, once, between a backward and its step.
  private void end() throws IOException {
    boolean due = optimizer.commits() >= Math.min(setup.count("at"), setup.steps() - 1);
    Path done = Path.of(ctx.config().out(), "ended");
    if (!due || ctx.rank() != ctx.worldSize() - 1 || setup.has("ends", "no")) {
      return;
    }
    if (Files.exists(done)) {
      return;
    }
    Files.writeString(done, "");
    switch (setup.get("ends")) {
      case "fails" -> throw new IllegalStateException("fails once");
      case "killed" -> {
        long pid = ProcessHandle.current().pid();
        new ProcessBuilder("kill", "-KILL", Long.toString(pid)).start().onExit().join();
        LockSupport.park();
      }
      case "stopped" -> Manta.local().stop(ctx.storage());
      default -> throw new IllegalArgumentException("no end " + setup.get("ends"));
    }
  }

  private void write() throws IOException {
    List<String> lines = new ArrayList<>();
    List<Tensor> all = optimizer.parameters();
    for (int i = 0; i < all.size(); i++) {
      lines.add("parameter." + i + numbers(all.get(i)));
      int parameter = i;
      optimizer
          .state(i)
          .forEach((name, value) -> lines.add("state." + parameter + "." + name + numbers(value)));
    }
    Files.write(Path.of(ctx.config().out(), "rank-" + ctx.rank()), lines);
  }

  private static String numbers(Tensor tensor) {
    Tensor flat = tensor.detach().to(ScalarType.Double).contiguous().view(-1);
    double[] values = new double[(int) flat.numel()];
    flat.data_ptr_double().get(values);
    StringBuilder text = new StringBuilder();
    for (double value : values) {
      text.append(' ').append(value);
    }
    return text.toString();
  }
}
