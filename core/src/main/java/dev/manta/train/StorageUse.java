package dev.manta.train;

import dev.manta.storage.StorageTraffic;
import java.time.Duration;

/// What a run sent to its storage and received from there.
///
/// Workers say it with each checkpoint that they have stored, so what they do in between is counted
/// then.
///
/// @param all since its driver began
/// @param lately since this was said last
/// @param over how long ago that is
public record StorageUse(StorageTraffic all, StorageTraffic lately, Duration over) {
  private static final double SECOND = 1e9;

  /// How many bytes of objects were sent each second.
  public double putPerSecond() {
    return lately.bytesPut() * SECOND / Math.max(1, over.toNanos());
  }

  /// How many bytes of objects were received each second.
  public double readPerSecond() {
    return lately.bytesRead() * SECOND / Math.max(1, over.toNanos());
  }
}
