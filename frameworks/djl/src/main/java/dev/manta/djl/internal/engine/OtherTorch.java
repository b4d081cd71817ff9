package dev.manta.djl.internal.engine;

import java.util.Optional;

/// The other library that brings a libtorch of its own: a process can have one of the two.
public final class OtherTorch {
  private static final String CLASS = "org/bytedeco/pytorch/Tensor.class";
  private static final String ONE_OF_TWO =
      "DJL and dev.manta.torch each bring a libtorch of their own, and a process can load one of"
          + " them: use one of the two in a program, or give them runs of their own";

  private OtherTorch() {}

  private static boolean isOnClassPath() {
    return OtherTorch.class.getClassLoader().getResource(CLASS) != null;
  }

  /// What to do where DJL's library cannot be loaded.
  static String advice(Throwable failed) {
    return isOnClassPath()
        ? ONE_OF_TWO
        : "DJL's PyTorch engine cannot be loaded (%s); are ai.djl.pytorch:pytorch-native-cpu for this system and pytorch-jni on the class path?"
            .formatted(root(failed));
  }

  /// The same where the other library came second; nothing for what is no such failure.
  public static Optional<String> adviceFor(Throwable thrown) {
    boolean unlinked =
        root(thrown) instanceof UnsatisfiedLinkError e
            && String.valueOf(e.getMessage()).contains("torch");
    return unlinked && PyTorchEngine.isLoaded() && isOnClassPath()
        ? Optional.of(ONE_OF_TWO)
        : Optional.empty();
  }

  /// Causes may go round in a circle.
  private static Throwable root(Throwable thrown) {
    Throwable root = thrown;
    for (int i = 0; i < 20; i++) {
      Throwable cause = root.getCause();
      if (cause == null) {
        break;
      }
      root = cause;
    }
    return root;
  }
}
