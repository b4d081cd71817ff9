package dev.manta.examples.tensorflow;

import dev.manta.examples.DigitImages;
import dev.manta.examples.DigitImages.Image;
import dev.manta.tensorflow.Step;
import dev.manta.tensorflow.Tensorflow;
import dev.manta.tensorflow.optim.Optimizer;
import dev.manta.train.TrainContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tensorflow.GraphOperation;
import org.tensorflow.Operand;
import org.tensorflow.Result;
import org.tensorflow.ndarray.StdArrays;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;

/// Learns digits from batches whose rows ranks share out, so that each step sees the same rows with
/// any number of ranks.
final class SharedBatches {
  private static final int BATCH = 60;

  private SharedBatches() {}

  record Config(int epochs) {}

  /// All numbers of all variables.
  static List<Double> train(TrainContext<Config> ctx) {
    Tensorflow tf = Tensorflow.of(ctx).seed(1);
    Operand<TFloat32> pixels = tf.input("pixels", TFloat32.class, 8, 8, 1);
    Operand<TInt32> digit = tf.input("digit", TInt32.class);
    Operand<TFloat32> logits = DigitsCnn.logits(tf, pixels);
    Operand<TFloat32> loss = Scores.loss(tf.ops(), logits, digit);
    Step step = tf.minimize(loss, Optimizer.momentum(0.02, 0.9));
    List<Image> images = DigitImages.load().train();
    for (int epoch : ctx.epochs(ctx.config().epochs())) {
      for (int from = 0; from < images.size(); from += BATCH) {
        List<Image> own = own(images.subList(from, Math.min(images.size(), from + BATCH)), ctx);
        try (TFloat32 x = pixels(own);
            TInt32 y = TInt32.vectorOf(own.stream().mapToInt(Image::digit).toArray())) {
          step.run(own.size(), Map.of(pixels, x, digit, y));
        }
      }
    }
    return numbers(tf);
  }

  /// A third of the rows for rank 0, where there are two.
  private static List<Image> own(List<Image> batch, TrainContext<Config> ctx) {
    int first = ctx.worldSize() == 1 ? batch.size() : batch.size() / 3;
    return ctx.rank() == 0 ? batch.subList(0, first) : batch.subList(first, batch.size());
  }

  private static TFloat32 pixels(List<Image> images) {
    float[][][][] all = new float[images.size()][8][8][1];
    for (int i = 0; i < all.length; i++) {
      for (int at = 0; at < DigitImages.PIXELS; at++) {
        all[i][at / 8][at % 8][0] = images.get(i).pixels()[at];
      }
    }
    return TFloat32.tensorOf(StdArrays.ndCopyOf(all));
  }

  private static List<Double> numbers(Tensorflow tf) {
    List<Double> numbers = new ArrayList<>();
    for (String name : List.of("conv/kernel", "conv/bias", "dense/kernel", "dense/bias")) {
      GraphOperation variable = tf.graph().operationOrThrow(name);
      try (Result result = tf.session().runner().fetch(variable.output(0)).run()) {
        ((TFloat32) result.get(0))
            .scalars()
            .forEach(number -> numbers.add((double) number.getFloat()));
      }
    }
    return numbers;
  }
}
