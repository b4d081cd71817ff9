package dev.manta.internal.control;

import dev.manta.storage.StorageTraffic;
import dev.manta.train.StorageUse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/// Sums up what a run's driver and workers have sent to storage and received from there.
final class TrafficMeter {
  private static final Duration EVERY = Duration.ofSeconds(10);

  private final LongSupplier nanos;
  private final Map<String, StorageTraffic> byWorker = new ConcurrentHashMap<>();
  private volatile Supplier<StorageTraffic> own = () -> StorageTraffic.NONE;
  private StorageTraffic before = StorageTraffic.NONE;
  private StorageTraffic said = StorageTraffic.NONE;
  private long since;
  private long looked;

  TrafficMeter(LongSupplier nanos) {
    this.nanos = nanos;
    this.since = nanos.getAsLong();
    this.looked = since;
  }

  /// From now on the driver's own traffic counts too.
  void counts(Supplier<StorageTraffic> driver) {
    before = driver.get();
    own = driver;
  }

  /// What a worker has said of itself, which replaces what it said before.
  void heard(String worker, StorageTraffic all) {
    byWorker.put(worker, all);
  }

  /// What is to be said now: nothing where it is too early, or nothing has moved.
  Optional<StorageUse> due() {
    long at = nanos.getAsLong();
    if (at - looked < EVERY.toNanos()) {
      return Optional.empty();
    }
    looked = at;
    return now();
  }

  /// What has moved since it was said last.
  Optional<StorageUse> now() {
    StorageTraffic all =
        byWorker.values().stream().reduce(own.get().since(before), StorageTraffic::plus);
    if (all.equals(said)) {
      return Optional.empty();
    }
    long at = nanos.getAsLong();
    var use = new StorageUse(all, all.since(said), Duration.ofNanos(at - since));
    said = all;
    since = at;
    return Optional.of(use);
  }
}
