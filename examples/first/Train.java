import dev.manta.*;
import dev.manta.collective.Op;
import dev.manta.train.*;
import java.util.Random;

/** Finds the line y = 3x + 2 from samples, on two workers. */
public final class Train {
  record Config(double learningRate, int epochs) {}
  static void train(TrainContext<Config> ctx) throws Exception {      // runs in every worker process
    float[] line = new float[2];                                      // slope and intercept
    ctx.live("line", line);                                           // saved, and restored when the run resumes
    for (int epoch : ctx.epochs(ctx.config().epochs())) {             // resumes where the run stopped
      float[] sums = sums(line, new Random(1000L * epoch + ctx.rank()));  // every rank has samples of its own
      ctx.collectives().allReduce(sums, Op.MEAN);                     // averaged over all ranks
      for (int i = 0; i < 2; i++) line[i] -= ctx.config().learningRate() * sums[i];
      ctx.report(Metrics.of("loss", sums[2], "slope", line[0], "intercept", line[1]), ctx.snapshot());
      System.out.println("epoch " + epoch + ": loss " + sums[2]);     // goes into this worker's log
      Thread.sleep(100);                                              // a real model would be busy
    }
  }

  static float[] sums(float[] line, Random random) {                  // gradient of the slope, of the intercept; loss
    float[] sums = new float[3];
    for (int i = 0; i < 1000; i++) {
      float x = random.nextFloat(-1, 1), error = line[0] * x + line[1] - (3 * x + 2);
      sums[0] += error * x / 500;
      sums[1] += error / 500;
      sums[2] += error * error / 1000;
    }
    return sums;
  }

  public static void main(String[] args) {
    Result result = Trainer.of(Train::train, new Config(0.3, 30))
        .scaling(ScalingConfig.workers(2))
        .run(RunConfig.named("first"))
        .fit();
    System.out.println(result.status() + " " + result.metrics());
  }
}
