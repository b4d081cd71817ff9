package dev.manta.tensorflow.internal.graph;

import dev.manta.tensorflow.internal.graph.Update.TrainedVariable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.tensorflow.Graph;
import org.tensorflow.GraphOperation;
import org.tensorflow.Operand;
import org.tensorflow.Output;
import org.tensorflow.exceptions.TensorFlowException;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.types.TFloat32;

/// The loss and all gradients of it as one vector, so that one call averages them over ranks; and
/// the averaged vector, taken apart again.
///
/// @param own this rank's: the loss, then the gradients one after the other
/// @param averaged what is fed once ranks have averaged it
/// @param variables the variables with their parts of the averaged vector
public record GradientVector(
    Operand<TFloat32> own, Placeholder<TFloat32> averaged, List<TrainedVariable> variables) {
  /// How many numbers it has.
  public long size() {
    return averaged.shape().size();
  }

  /// Adds the gradients to a graph.
  public static GradientVector of(
      Graph graph, Ops ops, Operand<TFloat32> loss, List<Operand<TFloat32>> variables) {
    requireScalar(loss);
    requireReached(graph, loss, variables);
    Output<?>[] of = variables.stream().map(Operand::asOutput).toArray(Output<?>[]::new);
    Output<?>[] gradients = gradients(graph, loss, of);
    requireGradients(gradients, loss, variables);
    Operand<TFloat32> own = flat(ops, loss, gradients);
    return new GradientVector(own, placeholder(ops, variables), List.of())
        .takenApart(ops, variables);
  }

  private static void requireScalar(Operand<TFloat32> loss) {
    Shape shape = loss.shape();
    if (shape.isUnknown() || shape.numDimensions() != 0) {
      throw new IllegalArgumentException(
          "the loss \"%s\" has shape %s and must be one number: take the mean over the rows, as with ops.math.mean(loss, ops.constant(0))"
              .formatted(loss.op().name(), shape));
    }
  }

  private static void requireReached(
      Graph graph, Operand<TFloat32> loss, List<Operand<TFloat32>> variables) {
    Set<GraphOperation> used = new LinkedHashSet<>(graph.subgraphTo(Set.of(loss)));
    List<String> unused = new ArrayList<>();
    for (Operand<TFloat32> each : variables) {
      if (!used.contains(each.op())) {
        unused.add(each.op().name());
      }
    }
    if (!unused.isEmpty()) {
      throw unreached(unused, loss);
    }
  }

  /// What an operator without a gradient, such as argMax, lies between has none.
  private static void requireGradients(
      @Nullable Output<?>[] gradients, Operand<TFloat32> loss, List<Operand<TFloat32>> variables) {
    List<String> without = new ArrayList<>();
    for (int i = 0; i < gradients.length; i++) {
      if (isMissing(gradients[i])) {
        without.add(variables.get(i).op().name());
      }
    }
    if (!without.isEmpty()) {
      throw unreached(without, loss);
    }
  }

  /// TensorFlow gives an output of no operation.
  private static boolean isMissing(@Nullable Output<?> gradient) {
    try {
      return gradient == null || gradient.dataType() == null;
    } catch (IllegalStateException ofNothing) {
      return true;
    }
  }

  private static IllegalArgumentException unreached(List<String> names, Operand<TFloat32> loss) {
    return new IllegalArgumentException(
        "the loss \"%s\" does not depend on %s, so no gradient reaches it: use it in the loss, or name the variables to train, as in tf.minimize(loss, optimizer, List.of(…))"
            .formatted(loss.op().name(), quoted(names)));
  }

  private static String quoted(List<String> names) {
    String first = "variable \"" + names.getFirst() + "\"";
    return names.size() == 1 ? first : first + " and " + (names.size() - 1) + " more";
  }

  private static Output<?>[] gradients(Graph graph, Operand<TFloat32> loss, Output<?>[] variables) {
    try {
      return graph.addGradients(loss.asOutput(), variables);
    } catch (TensorFlowException e) {
      throw withoutGradient(loss, e);
    }
  }

  /// The cause is told in the message, as it would be shown in place of that.
  private static IllegalArgumentException withoutGradient(
      Operand<TFloat32> loss, TensorFlowException why) {
    String message = String.valueOf(why.getMessage()).replaceFirst("\\. Please see .*", "");
    var error =
        new IllegalArgumentException(
            "the gradient of \"%s\" cannot be computed: %s; outside of Python TensorFlow has gradients for most operators, but not for all: use another one, or add its gradient with TensorFlow.registerCustomGradient"
                .formatted(loss.op().name(), message));
    error.addSuppressed(why);
    return error;
  }

  private static Operand<TFloat32> flat(Ops ops, Operand<TFloat32> loss, Output<?>[] gradients) {
    List<Operand<TFloat32>> parts = new ArrayList<>();
    parts.add(flat(ops, loss));
    for (Output<?> each : gradients) {
      parts.add(flat(ops, each.expect(TFloat32.class)));
    }
    return ops.concat(parts, ops.constant(0));
  }

  private static Operand<TFloat32> flat(Ops ops, Operand<TFloat32> part) {
    return ops.reshape(part, ops.constant(new int[] {-1}));
  }

  private static Placeholder<TFloat32> placeholder(Ops ops, List<Operand<TFloat32>> variables) {
    long size = 1 + variables.stream().mapToLong(each -> each.shape().size()).sum();
    return ops.placeholder(TFloat32.class, Placeholder.shape(Shape.of(size)));
  }

  private GradientVector takenApart(Ops ops, List<Operand<TFloat32>> trained) {
    List<TrainedVariable> parts = new ArrayList<>();
    long at = 1;
    for (Operand<TFloat32> each : trained) {
      long size = each.shape().size();
      Operand<TFloat32> part =
          ops.slice(averaged, ops.constant(new long[] {at}), ops.constant(new long[] {size}));
      part = ops.reshape(part, ops.constant(each.shape().asArray()));
      parts.add(new TrainedVariable(each.op().name(), each, part));
      at += size;
    }
    return new GradientVector(own, averaged, List.copyOf(parts));
  }
}
