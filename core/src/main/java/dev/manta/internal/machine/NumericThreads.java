package dev.manta.internal.machine;

import java.util.List;

/// How many threads numeric libraries use: they read it from the environment when they are loaded.
public final class NumericThreads {
  /// The variables that they read.
  public static final List<String> VARIABLES =
      List.of(
          "OMP_NUM_THREADS",
          "MKL_NUM_THREADS",
          "OPENBLAS_NUM_THREADS",
          "NUMEXPR_NUM_THREADS",
          "VECLIB_MAXIMUM_THREADS");

  private NumericThreads() {}

  /// So many in this process, from now on; 0 leaves it to what the process was started with.
  public static void use(int threads) {
    if (threads > 0) {
      VARIABLES.forEach(name -> OwnEnvironment.set(name, Integer.toString(threads)));
    }
  }
}
