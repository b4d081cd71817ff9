package dev.manta.djl.internal.engine;

import java.util.Optional;

/// The other library that brings a libtorch of its own: a process can have one of the two.
public final class OtherTorch {
  private static final String CLASS = "org/bytedeco/pytorch/Tensor.class";
  private static final String ONE_OF_TWO =
      "DJL and dev.manta.torch each bring a libtorch of their own, and a process can load one of"
          + " them: use one of the two in a program, or give them runs of their own";

  private OtherTorch() {}

  private static boolean isIn(ClassLoader classes) {
    return classes.getResource(CLASS) != null;
  }

  private static ClassLoader own() {
    return OtherTorch.class.getClassLoader();
  }

  /// What to do where DJL's library cannot be loaded.
  static String advice(Throwable failed) {
    return isIn(own())
        ? ONE_OF_TWO
        : "DJL's PyTorch engine cannot be loaded (%s); are ai.djl.pytorch:pytorch-native-cpu for this system and pytorch-jni on the class path?"
            .formatted(root(failed));
  }

  /// The same where the other library came second; nothing for what is not such a failure.
  public static Optional<String> adviceFor(Throwable thrown) {
    return adviceFor(thrown, own());
  }

  static Optional<String> adviceFor(Throwable thrown, ClassLoader classes) {
    boolean unlinked =
        root(thrown) instanceof UnsatisfiedLinkError e
            && String.valueOf(e.getMessage()).contains("torch");
    return unlinked && PyTorchEngine.isLoaded() && isIn(classes)
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
