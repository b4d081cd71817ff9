package dev.manta.tensorflow.internal.session;

import java.lang.foreign.MemorySegment;
import java.util.function.Consumer;
import org.tensorflow.types.TFloat32;

/// How one step computes its loss and gradients, and how it applies them once they are averaged.
public interface Training {
  /// How many numbers loss and gradients are together.
  long size();

  /// Computes the loss, which comes first, and the gradients; they are valid until the consumer
  /// returns.
  void compute(Feeds feeds, Consumer<MemorySegment> vector);

  /// Changes the variables.
  ///
  /// @param averaged the vector over all ranks
  /// @param learningRate how far
  void apply(TFloat32 averaged, double learningRate);

  /// Whether a rank without rows need not compute: computing changes no variable.
  default boolean mayBeSkipped() {
    return true;
  }

  /// Whether it can be told how far to go.
  default boolean hasLearningRate() {
    return true;
  }

  /// How many steps were made.
  long steps();

  /// The run resumes after so many steps.
  void standsAt(long steps);
}
