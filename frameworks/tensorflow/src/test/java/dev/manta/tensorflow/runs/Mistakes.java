package dev.manta.tensorflow.runs;

import dev.manta.data.Batch;
import dev.manta.tensorflow.Step;
import dev.manta.tensorflow.Tensorflow;
import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.train.TrainContext;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Variable;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TUint8;
import org.tensorflow.types.family.TType;

/// Training functions with a mistake each.
final class Mistakes {
  /// A step that a function has kept beyond its end.
  static final AtomicReference<@Nullable Step> KEPT = new AtomicReference<>();

  private Mistakes() {}

  /// @param mistake which one
  record Config(String mistake) {}

  static void make(TrainContext<Config> ctx) {
    Tensorflow tf = Tensorflow.of(ctx);
    switch (ctx.config().mistake()) {
      case "variables" -> step(tf, 2 + ctx.rank());
      case "vector" -> tf.minimize(tf.weights("w", 2), Optimizer.sgd(0.1));
      case "unreached" -> {
        tf.zeros("unused/bias", 4);
        step(tf, 2);
      }
      case "behind" -> behindArgMax(tf);
      case "nothing" -> tf.minimize(tf.ops().constant(1f), Optimizer.sgd(0.1));
      case "late" -> {
        step(tf, 2);
        ctx.live("variables", tf.variables());
        tf.minimize(mean(tf, tf.weights("other", 2)), Optimizer.sgd(0.1));
      }
      case "predicted" -> {
        step(tf, 2);
        ctx.live("variables", tf.variables());
        tf.output("late", tf.ops().constant(1f));
      }
      case "text" -> tf.input("x", org.tensorflow.types.TString.class);
      case "twice" -> {
        tf.input("x", TInt32.class);
        tf.input("x", TInt32.class);
      }
      case "small" -> fed(ctx, tf, TUint8.class);
      case "truth" -> fed(ctx, tf, TBool.class);
      case "export" -> tf.export(java.nio.file.Path.of("nowhere"));
      case "kept" -> KEPT.set(step(tf, 2));
      default -> onRows(ctx, tf);
    }
  }

  private static void fed(TrainContext<Config> ctx, Tensorflow tf, Class<? extends TType> type) {
    Operand<TFloat32> n = tf.ops().dtypes.cast(tf.input("n", type), TFloat32.class);
    tf.evaluate(ctx.dataset("rows").batches(4), Map.of("n", mean(tf, n)));
  }

  private static Step step(Tensorflow tf, long width) {
    Variable<TFloat32> weights = tf.weights("dense/kernel", width);
    Operand<TFloat32> x = tf.ops().math.mul(weights, tf.input("x", TFloat32.class));
    return tf.minimize(mean(tf, x), Optimizer.sgd(0.1));
  }

  private static Operand<TFloat32> mean(Tensorflow tf, Operand<TFloat32> values) {
    return tf.ops().math.mean(values, tf.ops().constant(0));
  }

  /// Which of two is larger has no gradient.
  private static void behindArgMax(Tensorflow tf) {
    Ops ops = tf.ops();
    Operand<TFloat32> largest =
        ops.dtypes.cast(ops.math.argMax(tf.weights("w", 2), ops.constant(0)), TFloat32.class);
    tf.minimize(largest, Optimizer.sgd(0.1));
  }

  private static void onRows(TrainContext<Config> ctx, Tensorflow tf) {
    Variable<TFloat32> scale = tf.zeros("scale");
    Operand<TFloat32> x =
        tf.input("x", TFloat32.class, ctx.config().mistake().equals("wide") ? 2 : 1);
    Operand<TFloat32> y =
        ctx.config().mistake().equals("unfed") ? tf.input("missing", TFloat32.class, 1) : x;
    Operand<TFloat32> product = tf.ops().math.mul(tf.ops().math.add(x, y), scale);
    Operand<TFloat32> loss =
        ctx.config().mistake().equals("NaN")
            ? tf.ops().math.log(tf.ops().math.sub(scale, tf.ops().constant(1f)))
            : tf.ops().math.mean(product, tf.ops().constant(new int[] {0, 1}));
    Step step = tf.minimize(loss, Optimizer.sgd(0.1));
    for (Batch batch : ctx.dataset("rows").batches(4)) {
      step.run(batch);
    }
  }

  /// Means over no rows at all.
  static void nothing(TrainContext<Config> ctx) {
    Tensorflow tf = Tensorflow.of(ctx);
    Operand<TFloat32> loss = mean(tf, tf.input("x", TFloat32.class));
    ctx.report(tf.tally(Map.of("loss", loss)).metrics().with("rows", 0));
  }

  /// A variable that each rank changes by itself.
  static void drift(TrainContext<Config> ctx) {
    Tensorflow tf = Tensorflow.of(ctx);
    Ops ops = tf.ops();
    Variable<TFloat32> scale = tf.zeros("scale");
    Variable<TFloat32> counted = tf.zeros("counted");
    Operand<TFloat32> own = ops.assignAdd(counted, ops.constant(1f + ctx.rank()));
    Step step = tf.minimize(ops.math.mul(scale, own), Optimizer.sgd(0.1), List.of(scale));
    step.run(1, Map.of());
  }
}
