package stranger;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.collective.Op;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.util.concurrent.CompletableFuture;

/// A program that is started in every way that programs are: `WAY STORAGE`, where the way `threads`
/// trains in this process.
public final class Train {
  record Config(double weight) {}

  static void train(TrainContext<Config> ctx) throws Exception {
    double[] sum = {ctx.config().weight() * (ctx.rank() + 1)};
    ctx.collectives().allReduce(sum, Op.SUM);
    try (var resource = Train.class.getResourceAsStream("/resource.txt")) {
      ctx.report(
          Metrics.of("sum", sum[0], "resource", new String(resource.readAllBytes()).strip()));
    }
  }

  public static void main(String[] args) {
    boolean threads = args[0].equals("threads");
    Trainer trainer =
        Trainer.of(Train::train, new Config(0.5))
            .scaling(
                threads
                    ? ScalingConfig.inProcess(2)
                    : ScalingConfig.workers(2)
                        .jvmOptions("-XX:AOTMode=off"))
            .run(RunConfig.named(args[0]).storage(args[1]).quiet());
    // Threads of the common pool have the system's class loader, whatever the program's is.
    Result result = threads ? CompletableFuture.supplyAsync(trainer::fit).join() : trainer.fit();
    System.out.println(args[0] + " trained: " + result.metrics());
  }
}
