import dev.manta.*;
import dev.manta.torch.*;
import dev.manta.torch.data.*;
import dev.manta.torch.nn.*;
import dev.manta.torch.optim.AdamW;
import dev.manta.train.*;
import org.bytedeco.pytorch.Tensor;

/** Tells two spirals apart, on two workers. */
public final class Train {
  record Config(double learningRate, int epochs) {}

  static void train(TrainContext<Config> ctx) {                          // runs in every worker process
    var torch = Torch.of(ctx).seed(1);
    var model = torch.prepare(new Sequential(new Linear(2, 64), new ReLU(), new Linear(64, 64), new ReLU(), new Linear(64, 2)));
    var optimizer = torch.prepare(new AdamW(model.parameters(), ctx.config().learningRate()));
    ctx.live("model", model).live("optimizer", optimizer);               // saved, and restored when the run goes on
    var points = torch.prepare(DataLoader.of(spirals(), 32).shuffle(1)); // every rank gets 32 of each 64 points
    for (int epoch : ctx.epochs(ctx.config().epochs())) {                // goes on where the run stands
      Tally tally = torch.tally();
      for (TensorBatch batch : points.epoch(epoch)) {
        optimizer.zeroGrad();
        Tensor loss = Losses.crossEntropy(model.call(batch.x()), batch.y());
        torch.backward(loss);
        optimizer.step();                                                // gradients are averaged over all ranks
        tally.addMean("loss", loss.item_double(), batch.rows());
      }
      ctx.report(tally.metrics(), ctx.snapshot());                       // the mean over all ranks, and a checkpoint
    }
  }

  static TensorDataset spirals() {
    float[] places = new float[2000];
    long[] spirals = new long[1000];
    for (int i = 0; i < 1000; i++) {
      double turn = 0.006 * i, angle = turn + Math.PI * (spirals[i] = i % 2);
      places[2 * i] = (float) (turn * Math.cos(angle) / 6);
      places[2 * i + 1] = (float) (turn * Math.sin(angle) / 6);
    }
    return TensorDataset.of(Tensor.create(places, 1000, 2), Tensor.create(spirals, 1000));
  }

  public static void main(String[] args) {
    Result result = TorchTrainer.of(Train::train, new Config(0.005, 150))
        .scaling(ScalingConfig.workers(2)).run(RunConfig.named("spirals")).fit();
    System.out.println(result.status() + " " + result.metrics());
  }
}
