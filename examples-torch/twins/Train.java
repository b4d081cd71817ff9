import dev.manta.*;
import dev.manta.torch.*;
import dev.manta.torch.data.*;
import dev.manta.torch.nn.*;
import dev.manta.torch.nn.Module; // for models of your own; not java.lang.Module
import dev.manta.torch.optim.SGD;
import dev.manta.train.*;
import java.io.IOException;
import java.nio.file.*;
import java.util.zip.GZIPInputStream;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.Tensor;

public final class Train {
  record Config(String file, double learningRate, int epochs) {}

  static TensorDataset digits(String file, int from, int to) throws IOException {  // 64 pixels from 0 to 16, and the digit
    byte[] rows = new GZIPInputStream(Files.newInputStream(Path.of(file))).readAllBytes();
    float[] pixels = new float[64];
    return TensorDataset.labelled(to - from, row -> {
      for (int i = 0; i < 64; i++) pixels[i] = rows[(from + row) * 65 + i] / 16f;
      return pixels;
    }, row -> rows[(from + row) * 65 + 64]);
  }

  static void train(TrainContext<Config> ctx) throws IOException {                 // runs in every worker process
    var torch = Torch.of(ctx).seed(1);
    var model = torch.prepare(new Sequential(new Linear(64, 32), new ReLU(), new Linear(32, 10)));
    var optimizer = torch.prepare(new SGD(model.parameters(), ctx.config().learningRate()).momentum(0.9));
    ctx.live("model", model).live("optimizer", optimizer);                         // saved, and restored after a failure
    var train = torch.prepare(DataLoader.of(digits(ctx.config().file(), 0, 1408), 32));
    var test = torch.prepare(DataLoader.of(digits(ctx.config().file(), 1408, 1797), 389));
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      for (TensorBatch batch : train.epoch(epoch)) {
        optimizer.zeroGrad();
        torch.backward(Losses.crossEntropy(model.call(batch.x()), batch.y()));
        optimizer.step();                                                          // gradients are averaged over all ranks
      }
      Metrics tested = torch.evaluate(model, test, (batch, tally) -> {
        Tensor logits = model.call(batch.x());
        tally.addMean("loss", Losses.crossEntropy(logits, batch.y()).item_double(), batch.rows());
        tally.add("accuracy", logits.argmax(new LongOptional(1), false).eq(batch.y()).sum().item_double(), batch.rows());
      });
      ctx.report(tested, ctx.snapshot());
    }
  }

  public static void main(String[] args) {
    Config config = new Config(Path.of(args[0]).toAbsolutePath().toString(), 0.05, 10);
    Result result = TorchTrainer.of(Train::train, config)
        .scaling(ScalingConfig.workers(2)).run(RunConfig.named("twin")).fit();
    System.out.println(result.metrics());
  }
}
