import dev.manta.torch.*;
import dev.manta.torch.data.*;
import dev.manta.torch.nn.*;
import dev.manta.torch.nn.Module;                                        // for models of your own; not java.lang.Module
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
    ctx.live("model", model).live("optimizer", optimizer);               // saved, and restored when the run resumes
    var points = torch.prepare(DataLoader.of(TensorDataset.labelled(1000, Train::point, i -> i % 2), 32).shuffle(1));
    for (int epoch : ctx.epochs(ctx.config().epochs())) {                // resumes where the run stopped
      Tally tally = torch.tally();
      for (TensorBatch batch : points.epoch(epoch)) {                    // every rank gets 32 of each 64 points
        optimizer.zeroGrad();
        Tensor loss = Losses.crossEntropy(model.call(batch.x()), batch.y());
        torch.backward(loss);
        optimizer.step();                                                // gradients are averaged over all ranks
        tally.addMean("loss", loss.item_double(), batch.rows());
      }
      ctx.report(tally.metrics(), ctx.snapshot());                       // the mean over all ranks, and a checkpoint
    }
  }

  static float[] point(int i) {                                          // on one spiral or the other, in turn
    double turn = 0.006 * i, angle = turn + Math.PI * (i % 2);
    return new float[] {(float) (turn * Math.cos(angle) / 6), (float) (turn * Math.sin(angle) / 6)};
  }

  public static void main(String[] args) {
    TorchTrainer.of(Train::train, new Config(0.005, 75)).scaling(ScalingConfig.workers(2)).run(RunConfig.named("spirals")).fit();
  }
}
