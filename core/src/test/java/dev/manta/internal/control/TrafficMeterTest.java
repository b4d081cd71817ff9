package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.storage.StorageTraffic;
import dev.manta.train.StorageUse;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class TrafficMeterTest {
  private Duration now = Duration.ZERO;
  private final TrafficMeter meter = new TrafficMeter(() -> now.toNanos());

  private static StorageTraffic traffic(long requests, long retries, long put, long read) {
    return new StorageTraffic(requests, retries, put, read);
  }

  @Test
  void driverAndWorkersAreSummedUpEveryTenSeconds() {
    var driver = new AtomicReference<>(traffic(5, 0, 100, 100));
    meter.counts(driver::get);
    driver.set(traffic(7, 0, 150, 100));
    meter.heard("w0", traffic(10, 1, 1000, 0));
    meter.heard("w1", traffic(10, 2, 1000, 0));
    meter.heard("w1", traffic(12, 2, 2000, 400));
    assertThat(meter.due()).isEmpty();
    now = Duration.ofSeconds(10);

    StorageUse use = meter.due().orElseThrow();
    assertThat(use.all()).isEqualTo(traffic(24, 3, 3050, 400));
    assertThat(use.putPerSecond()).isEqualTo(305);
    assertThat(use.readPerSecond()).isEqualTo(40);
  }

  @Test
  void onlyWhatHasMovedIsSaid() {
    meter.heard("w0", traffic(1, 0, 10, 0));
    now = Duration.ofSeconds(10);
    assertThat(meter.due()).isPresent();
    now = Duration.ofSeconds(30);
    assertThat(meter.due()).isEmpty();
    meter.heard("w0", traffic(2, 0, 50, 0));
    StorageUse last = meter.now().orElseThrow();
    assertThat(last.lately()).isEqualTo(traffic(1, 0, 40, 0));
    assertThat(last.putPerSecond()).isEqualTo(2);
    assertThat(last.all()).isEqualTo(traffic(2, 0, 50, 0));
  }
}
