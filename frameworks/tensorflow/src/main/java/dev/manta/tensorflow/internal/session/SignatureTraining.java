package dev.manta.tensorflow.internal.session;

import dev.manta.tensorflow.internal.TensorMemory;
import dev.manta.tensorflow.internal.model.TrainableModel;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.tensorflow.Operand;
import org.tensorflow.Output;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.types.TFloat32;

/// Gradients and updates by two signatures of a SavedModel. One takes rows, and returns their mean
/// loss as `loss` and all gradients as one vector, `gradient`; the other takes such a `gradient`,
/// and perhaps a `learning_rate`.
final class SignatureTraining implements Training {
  static final String GRADIENT = "gradient";
  static final String LEARNING_RATE = "learning_rate";
  private static final String LOSS = "loss";

  private final TensorflowSession session;
  private final Output<?> own;
  private final Output<?> averaged;
  private final Optional<Output<?>> learningRate;
  private final Output<?> updated;
  private final long size;
  private long steps;

  SignatureTraining(
      TensorflowSession session, TrainableModel model, String gradients, String update) {
    this.session = session;
    SignatureDef computes = model.signature(gradients);
    SignatureDef changes = model.signature(update);
    TensorInfo gradient = tensor(gradients, "output", computes.getOutputsMap(), GRADIENT);
    TensorInfo loss = tensor(gradients, "output", computes.getOutputsMap(), LOSS);
    this.own = vector(output(loss), output(gradient));
    this.size = 1 + size(gradients, gradient);
    TensorInfo given = tensor(update, "input", changes.getInputsMap(), GRADIENT);
    this.averaged = output(given);
    this.learningRate =
        Optional.ofNullable(changes.getInputsMap().get(LEARNING_RATE)).map(this::output);
    this.updated = output(changes.getOutputsMap().values().iterator().next());
  }

  /// The loss, then the gradients.
  private Output<?> vector(Output<?> loss, Output<?> gradient) {
    Ops ops = session.own();
    Operand<TFloat32> first = ops.reshape(loss.expect(TFloat32.class), ops.constant(new int[] {1}));
    return ops.concat(List.of(first, gradient.expect(TFloat32.class)), ops.constant(0)).asOutput();
  }

  private static TensorInfo tensor(
      String signature, String kind, Map<String, TensorInfo> all, String name) {
    TensorInfo tensor = all.get(name);
    if (tensor == null || tensor.getDtype() != DataType.DT_FLOAT) {
      throw new IllegalArgumentException(
          "signature \"%s\" needs an %s \"%s\" of floats; it has %s"
              .formatted(signature, kind, name, new TreeSet<>(all.keySet())));
    }
    return tensor;
  }

  private static long size(String signature, TensorInfo gradient) {
    long size =
        gradient.getTensorShape().getDimCount() == 1
            ? gradient.getTensorShape().getDim(0).getSize()
            : -1;
    if (size < 0) {
      throw new IllegalArgumentException(
          "output \"%s\" of signature \"%s\" must be one vector of known size: tf.concat([tf.reshape(g, [-1]) for g in gradients], 0)"
              .formatted(GRADIENT, signature));
    }
    return size;
  }

  private Output<?> output(TensorInfo tensor) {
    return session.graph().outputOrThrow(tensor.getName());
  }

  @Override
  public long size() {
    return size;
  }

  @Override
  public void compute(Feeds feeds, Consumer<MemorySegment> vector) {
    try (Result result = feeds.into(session.runner()).fetch(own).run()) {
      vector.accept(TensorMemory.of(result.get(0)));
    }
  }

  @Override
  public void apply(TFloat32 vector, double rate) {
    try (var feeds = new Feeds()) {
      feeds.own(averaged, withoutLoss(vector));
      learningRate.ifPresent(input -> feeds.own(input, TFloat32.scalarOf((float) rate)));
      Session.Runner runner = feeds.into(session.runner());
      runner.fetch(updated).run().close();
    }
    steps++;
  }

  private Tensor withoutLoss(TFloat32 vector) {
    Tensor gradient = TFloat32.tensorOf(Shape.of(size - 1));
    MemorySegment from = TensorMemory.of(vector).asSlice(Float.BYTES);
    TensorMemory.of(gradient).copyFrom(from);
    return gradient;
  }

  /// The state of Keras's random numbers counts what was computed.
  @Override
  public boolean mayBeSkipped() {
    return false;
  }

  @Override
  public boolean hasLearningRate() {
    return learningRate.isPresent();
  }

  @Override
  public long steps() {
    return steps;
  }

  @Override
  public void standsAt(long count) {
    steps = count;
  }
}
