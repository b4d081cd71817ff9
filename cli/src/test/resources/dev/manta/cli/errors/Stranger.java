import dev.manta.Trainer;
import dev.manta.data.Dataset;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.Metrics;
import dev.manta.train.Order;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.StopCondition;
import dev.manta.train.TrainContext;
import dev.manta.train.Upload;

/// A program with mistakes in it: MISTAKE STORAGE.
public class Stranger {
  record Config(String mistake, int size) {}

  static void train(TrainContext<Config> ctx) {
    switch (ctx.config().mistake()) {
      case "throws" -> throw new IllegalStateException("there is no row 7");
      case "twice" -> ctx.live("line", new float[2]).live("line", new float[2]);
      case "nothing-live" -> ctx.report(Metrics.of("loss", 1), ctx.snapshot());
      case "nan" -> ctx.report(Metrics.of("loss", Double.NaN));
      case "relative" -> ctx.dataset("rows").batches(10).forEach(batch -> {});
      case "unknown-dataset" -> ctx.dataset("train");
      default -> learn(ctx);
    }
  }

  /// Fails after its checkpoint unless its size is even.
  static void learn(TrainContext<Config> ctx) {
    ctx.live("line", new float[ctx.config().size()]);
    ctx.report(Metrics.of("loss", 0.5, "accuracy", 0.9), ctx.snapshot(), Upload.SYNC);
    if (ctx.config().size() % 2 == 1) {
      throw new IllegalStateException("the power is gone");
    }
  }

  static void other(TrainContext<Config> ctx) {}

  void notStatic(TrainContext<Config> ctx) {}

  static void notATrainingFunction(String text) {}

  public static void main(String[] args) {
    String mistake = args[0];
    int size = args.length > 2 ? Integer.parseInt(args[2]) : 2;
    var run = RunConfig.named("mine").storage(args[1]).failures(FailureConfig.none());
    var config = new Config(mistake, size);
    Trainer trainer =
        switch (mistake) {
          case "class" -> Trainer.of("com.acme.Train", "train", config);
          case "method" -> Trainer.of("Stranger", "trian", config);
          case "not-static" -> Trainer.of("Stranger", "notStatic", config);
          case "parameters" -> Trainer.of("Stranger", "notATrainingFunction", config);
          case "null" -> Trainer.of(Stranger::train, new Config(null, 1));
          case "other" -> Trainer.of(Stranger::other, config);
          case "relative" ->
              Trainer.of(Stranger::train, config).dataset("rows", Dataset.csv("data/rows.csv"));
          case "module" ->
              Trainer.of(Stranger::train, config).dataset("rows", Dataset.parquet("rows.parquet"));
          case "format" ->
              Trainer.of(Stranger::train, config).dataset("rows", Dataset.read("lance", "rows"));
          default -> Trainer.of(Stranger::train, config);
        };
    if (mistake.equals("typos")) {
      run =
          run.checkpoints(CheckpointConfig.keepAll().scoreBy("acuracy", Order.MAX))
              .reduce("los", ReportReduction.MEAN)
              .stopWhen(StopCondition.atLeast("accurracy", 0.99));
    }
    boolean processes = mistake.equals("memory");
    trainer
        .scaling(processes ? ScalingConfig.workers(2) : ScalingConfig.inProcess(1))
        .run(run)
        .fit();
  }
}
