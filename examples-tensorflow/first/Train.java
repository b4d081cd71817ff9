import dev.manta.data.*;
import dev.manta.tensorflow.*;
import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.train.*;
import org.tensorflow.*;
import org.tensorflow.types.*;

/** Tells two spirals apart, on two workers. */
public final class Train {
  record Config(double learningRate, int epochs) {}
  static void train(TrainContext<Config> ctx) {                          // runs in every worker process
    var tf = Tensorflow.of(ctx).seed(1);
    var point = tf.input("point", TFloat32.class, 2);                    // columns of the dataset
    var spiral = tf.input("spiral", TInt32.class);
    var hidden = tf.ops().nn.relu(layer(tf, "hidden", tf.ops().nn.relu(layer(tf, "into", point, 2, 64)), 64, 64));
    var logits = tf.output("logits", layer(tf, "out", hidden, 64, 2));
    var loss = tf.ops().math.mean(tf.ops().nn.sparseSoftmaxCrossEntropyWithLogits(logits, spiral).loss(), tf.ops().constant(0));
    var step = tf.minimize(loss, Optimizer.adamW(ctx.config().learningRate()));
    ctx.live("variables", tf.variables());                               // saved, and restored when the run resumes
    for (int epoch : ctx.epochs(ctx.config().epochs())) {                // resumes where the run stopped
      double last = 0;
      for (Batch batch : ctx.dataset("points").batches(32)) last = step.run(batch);  // gradients are averaged over all ranks
      ctx.report(Metrics.of("loss", last), tf.snapshot());               // a metric, and a checkpoint
    }
  }

  static Operand<TFloat32> layer(Tensorflow tf, String name, Operand<TFloat32> x, int in, int out) {
    return tf.ops().nn.biasAdd(tf.ops().linalg.matMul(x, tf.weights(name + "/kernel", in, out)), tf.zeros(name + "/bias", out));
  }

  static Row point(long i) {                                             // on one spiral or the other, in turn
    double turn = 0.006 * i, angle = turn + Math.PI * (i % 2);
    return Row.of("point", new float[] {(float) (turn * Math.cos(angle) / 6), (float) (turn * Math.sin(angle) / 6)}, "spiral", (int) (i % 2));
  }

  public static void main(String[] args) {
    TensorflowTrainer.of(Train::train, new Config(0.005, 40)).dataset("points", Dataset.generate(1000, Train::point).shuffle(1))
        .scaling(ScalingConfig.workers(2)).run(RunConfig.named("spirals")).fit();
  }
}
