package dev.manta.tensorflow;

import dev.manta.collective.Call;
import dev.manta.collective.ElementType;
import dev.manta.collective.Values;
import dev.manta.data.Batch;
import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.tensorflow.internal.TensorMemory;
import dev.manta.tensorflow.internal.session.Feeds;
import dev.manta.tensorflow.internal.session.TensorflowSession;
import dev.manta.tensorflow.internal.session.Training;
import dev.manta.train.TrainContext;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import org.tensorflow.Operand;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.types.TFloat32;

/// One step of training: computes gradients on this rank's rows, averages them over all ranks by
/// their rows, and changes the variables, the same on every rank. Every rank runs the same steps.
///
/// The step of the only optimizer is the run's commit; a function with several says itself when a
/// step is whole, by `ctx.commit()`.
public final class Step {
  private final TrainContext<?> ctx;
  private final TensorflowSession session;
  private final Training training;
  private final TFloat32 averaged;
  private double learningRate;
  private double normMax = Double.POSITIVE_INFINITY;
  private boolean compared;

  Step(TrainContext<?> ctx, TensorflowSession session, Training training, double learningRate) {
    this.ctx = ctx;
    this.session = session;
    this.training = training;
    this.learningRate = learningRate;
    this.averaged = session.own(TFloat32.tensorOf(Shape.of(training.size())));
  }

  /// How far the next steps go. What a schedule sets is not live state: set it at each step, or at
  /// the beginning of each epoch.
  public Step learningRate(double rate) {
    if (!training.hasLearningRate()) {
      throw new IllegalStateException(
          "the signature that updates has no input \"learning_rate\": its optimizer has its own");
    }
    learningRate = rate;
    return this;
  }

  /// Scales averaged gradients down, at each of the next steps, so that the norm of all of them is
  /// at most this.
  public Step clipNorm(double most) {
    if (!(most > 0)) {
      throw new IllegalArgumentException(
          "a norm of at most " + most + " scales every gradient to nothing: use 1");
    }
    normMax = most;
    return this;
  }

  /// Trains on a batch of a dataset, whose columns are fed to the inputs of the same names.
  ///
  /// @return the mean loss over the rows of all ranks
  public double run(Batch batch) {
    session.requireOpen();
    boolean skipped = batch.weight() == 0 && training.mayBeSkipped();
    try (Feeds feeds = skipped ? new Feeds() : session.feeds(batch)) {
      return step(feeds, batch.weight());
    }
  }

  /// Trains on tensors of the caller's, such as placeholders' rows; they are not closed here.
  ///
  /// @param rows how many rows this rank has, which may be none: so much it counts
  /// @return the mean loss over the rows of all ranks
  public double run(long rows, Map<? extends Operand<?>, ? extends Tensor> tensors) {
    session.requireOpen();
    try (Feeds feeds = Feeds.borrowed(tensors)) {
      return step(feeds, (double) rows);
    }
  }

  /// How many steps were made, over all attempts.
  public long count() {
    return training.steps();
  }

  private double step(Feeds feeds, double weight) {
    MemorySegment mean = TensorMemory.of(averaged);
    if (weight == 0 && training.mayBeSkipped()) {
      average(mean, mean, weight);
    } else {
      training.compute(feeds, own -> average(own, mean, weight));
    }
    double loss = mean.get(ValueLayout.JAVA_FLOAT_UNALIGNED, 0);
    requireNumber(loss);
    clip(mean.asSlice(Float.BYTES));
    commit();
    if (!compared) {
      compared = true;
      session.requireReplicas();
    }
    return loss;
  }

  private void average(MemorySegment own, MemorySegment mean, double weight) {
    if (ctx.worldSize() > 1) {
      Values in = Values.of(own, ElementType.F32);
      Values out = Values.of(mean, ElementType.F32);
      ctx.collectives().run(new Call.WeightedMean(in, out, weight));
    } else if (weight == 0) {
      mean.fill((byte) 0);
    } else {
      mean.copyFrom(own);
    }
  }

  private void clip(MemorySegment gradients) {
    if (normMax == Double.POSITIVE_INFINITY) {
      return;
    }
    long count = gradients.byteSize() / Float.BYTES;
    double squares = 0;
    for (long i = 0; i < count; i++) {
      double each = gradients.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i);
      squares += each * each;
    }
    float scale = (float) (normMax / Math.sqrt(squares));
    for (long i = 0; i < count && scale < 1; i++) {
      float each = gradients.getAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i);
      gradients.setAtIndex(ValueLayout.JAVA_FLOAT_UNALIGNED, i, each * scale);
    }
  }

  private void commit() {
    Runnable change = () -> training.apply(averaged, learningRate);
    if (session.commitsAlone()) {
      ctx.commit(change);
    } else {
      change.run();
    }
  }

  /// The variables are still those of the step before.
  private void requireNumber(double loss) {
    if (Double.isNaN(loss) || Double.isInfinite(loss)) {
      throw new MantaException(
          ErrorCode.USER,
          "the loss is %s at step %s, and would make all variables NaN: lower the learning rate (it is %s), look for a logarithm or root of 0 in the loss and for NaN in the data, or roll back with ctx.rollBack(…)"
              .formatted(loss, training.steps(), learningRate));
    }
  }
}
