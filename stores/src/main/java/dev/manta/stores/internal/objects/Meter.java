package dev.manta.stores.internal.objects;

import dev.manta.storage.StorageTraffic;
import java.util.concurrent.atomic.LongAdder;

/// Counts what goes over the network.
final class Meter {
  private final LongAdder requests = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private final LongAdder put = new LongAdder();
  private final LongAdder read = new LongAdder();

  void request() {
    requests.increment();
  }

  void retry() {
    retries.increment();
  }

  void put(long bytes) {
    put.add(bytes);
  }

  void read(long bytes) {
    read.add(bytes);
  }

  StorageTraffic traffic() {
    return new StorageTraffic(requests.sum(), retries.sum(), put.sum(), read.sum());
  }
}
