package dev.manta.torch;

import dev.manta.torch.internal.Lifetime;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.bytedeco.pytorch.Tensor;

/// Calls of operators whose errors name the operator and the shapes and types it was given, instead
/// of libtorch's stack.
final class Checked {
  private static final String STACK = "\nException raised from";

  private Checked() {}

  /// Calls an operator.
  ///
  /// @param name what errors call it
  /// @param arguments what errors say it was given
  static <T> T call(String name, Supplier<T> operator, Object... arguments) {
    for (Object each : arguments) {
      if (each instanceof Tensor tensor && tensor.isNull()) {
        throw Lifetime.freed("a tensor given to " + name);
      }
    }
    try {
      return operator.get();
    } catch (RuntimeException e) {
      throw isOfLibtorch(e) ? explained(name, e, arguments) : e;
    }
  }

  /// JavaCPP throws the bare class for every C++ exception.
  private static boolean isOfLibtorch(RuntimeException error) {
    return error.getClass() == RuntimeException.class && error.getMessage() != null;
  }

  private static IllegalArgumentException explained(
      String name, RuntimeException error, Object... arguments) {
    String given =
        Arrays.stream(arguments).map(Checked::text).collect(Collectors.joining(", ", "(", ")"));
    String message = String.valueOf(error.getMessage());
    int stack = message.indexOf(STACK);
    String reason = stack < 0 ? message : message.substring(0, stack);
    return new IllegalArgumentException(name + given + ": " + reason.strip(), error);
  }

  private static String text(Object argument) {
    return switch (argument) {
      case Tensor tensor -> TensorText.describe(tensor);
      case long[] numbers -> Arrays.toString(numbers);
      case Tensor[] tensors ->
          Arrays.stream(tensors).map(TensorText::describe).collect(Collectors.joining(", "));
      default -> String.valueOf(argument);
    };
  }
}
