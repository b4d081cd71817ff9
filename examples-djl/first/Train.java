import ai.djl.Model;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.*;
import ai.djl.nn.core.Linear;
import ai.djl.training.*;
import ai.djl.training.dataset.Batch;
import ai.djl.training.evaluator.Accuracy;
import ai.djl.training.loss.Loss;
import dev.manta.data.*;
import dev.manta.djl.*;
import dev.manta.train.*;

/** Tells two spirals apart, on two workers. */
public final class Train {
  record Config(int epochs) {}

  static void train(TrainContext<Config> ctx) {                          // runs in every worker process
    var djl = Djl.of(ctx).seed(1);
    try (Model model = Model.newInstance("spirals")) {
      model.setBlock(new SequentialBlock().add(layer(64)).add(Activation::relu).add(layer(64)).add(Activation::relu).add(layer(2)));
      var config = new DefaultTrainingConfig(Loss.softmaxCrossEntropyLoss()).addEvaluator(new Accuracy());
      Trainer trainer = djl.prepare(model, config, new Shape(1, 2));     // gradients are averaged over all ranks
      var points = djl.loader(ctx.dataset("points"), BatchOptions.rows(32), BatchColumns.features("point").label("spiral"));
      for (int epoch : ctx.epochs(ctx.config().epochs())) {              // resumes where the run stopped
        for (Batch batch : points.epoch(epoch)) {
          EasyTrain.trainBatch(trainer, batch);
          trainer.step();
        }
        ctx.report(djl.metrics(trainer), djl.snapshot());                // means over all ranks, and a checkpoint
      }
    }
  }

  static Block layer(int units) {
    return Linear.builder().setUnits(units).build();
  }

  static Row point(long i) {                                             // on one spiral or the other, in turn
    double turn = 0.006 * i, angle = turn + Math.PI * (i % 2);
    return Row.of("point", new float[] {(float) (turn * Math.cos(angle) / 6), (float) (turn * Math.sin(angle) / 6)}, "spiral", (int) (i % 2));
  }

  public static void main(String[] args) {
    DjlTrainer.of(Train::train, new Config(40)).dataset("points", Dataset.generate(1000, Train::point).shuffle(1))
        .scaling(ScalingConfig.workers(2)).run(RunConfig.named("spirals")).fit();
  }
}
