package dev.manta.torch.nn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;

/// Copies a state dict into a module; nothing is copied unless everything fits.
final class StateLoading {
  private StateLoading() {}

  static void load(String module, Map<String, Tensor> own, Map<String, Tensor> given) {
    requireFit(module, own, given);
    try (var _ = new PointerScope();
        var _ = new NoGradGuard()) {
      own.forEach((name, tensor) -> tensor.copy_(Objects.requireNonNull(given.get(name))));
    }
  }

  private static void requireFit(
      String module, Map<String, Tensor> own, Map<String, Tensor> given) {
    List<String> problems = new ArrayList<>();
    own.forEach((name, tensor) -> compare(name, tensor, given, problems));
    given.keySet().stream()
        .filter(name -> !own.containsKey(name))
        .forEach(name -> problems.add("unexpected: " + name));
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "the state does not fit " + module + ":\n  " + String.join("\n  ", problems));
    }
  }

  private static void compare(
      String name, Tensor own, Map<String, Tensor> given, List<String> problems) {
    Tensor other = given.get(name);
    if (other == null) {
      problems.add("missing: " + name);
    } else if (other.isNull()) {
      problems.add("freed when its step ended: " + name);
    } else if (!Arrays.equals(own.shape(), other.shape())) {
      problems.add(
          name + " has shape " + shape(own) + " here and " + shape(other) + " in the state");
    }
  }

  private static String shape(Tensor tensor) {
    return Arrays.toString(tensor.shape());
  }
}
