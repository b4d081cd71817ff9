package dev.manta.it;

import dev.manta.train.ScalingConfig;

/// Workers that live for seconds: an optimising compiler would cost them more than it saves.
public final class ShortLived {
  private static final String QUICK = "-XX:TieredStopAtLevel=1";

  private ShortLived() {}

  public static ScalingConfig workers(int count) {
    return ScalingConfig.workers(count).jvmOptions(QUICK);
  }

  public static ScalingConfig workers(int least, int most) {
    return ScalingConfig.workers(least, most).jvmOptions(QUICK);
  }
}
