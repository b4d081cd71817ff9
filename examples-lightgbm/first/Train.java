import dev.manta.Result;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.data.*;
import dev.manta.lightgbm.*;
import dev.manta.train.*;

/** Tells two spirals apart by trees, on two workers. */
public final class Train {
  record Params(double learningRate, int numLeaves, String objective) {}        // parameters of LightGBM

  static Row point(long i) {                                             // on one spiral or the other, in turn
    double turn = 0.006 * i, angle = turn + Math.PI * (i % 2);
    return Row.of("x", turn * Math.cos(angle), "y", turn * Math.sin(angle), "spiral", (int) (i % 2));
  }

  public static void main(String[] args) {
    Dataset points = Dataset.generate(2000, Train::point).shuffle(1);
    Result result =
        LightGBMTrainer.of(new Params(0.3, 15, "binary"))
            .label("spiral").rounds(60)
            .dataset("train", points)                                    // each worker has its share of the rows
            .scaling(ScalingConfig.workers(2)).run(RunConfig.named("spirals")).fit();
    Checkpoint checkpoint = result.latestCheckpoint().orElseThrow().checkpoint();
    LightGBMModel.load(checkpoint).predict(points.limit(4)).takeAll().forEach(System.out::println);
  }
}
