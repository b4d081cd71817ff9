package dev.manta.tensorflow.internal;

import org.tensorflow.proto.ConfigProto;

/// How many threads an operator may use. That is frozen for a run, as it changes the order of sums;
/// operators run one after the other.
public final class Threads {
  /// What the environment of workers says; where there is none, one.
  public static final String WITHIN_OPERATOR = "TF_NUM_INTRAOP_THREADS";

  private Threads() {}

  /// What a session is told.
  public static ConfigProto settings() {
    return ConfigProto.newBuilder()
        .setIntraOpParallelismThreads(count(System.getenv().getOrDefault(WITHIN_OPERATOR, "1")))
        .setInterOpParallelismThreads(1)
        .setUsePerSessionThreads(true)
        .build();
  }

  private static int count(String text) {
    try {
      return Math.max(1, Integer.parseInt(text.strip()));
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          WITHIN_OPERATOR + " is \"" + text + "\" and must be a number of threads", e);
    }
  }
}
