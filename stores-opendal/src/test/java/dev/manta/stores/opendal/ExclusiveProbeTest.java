package dev.manta.stores.opendal;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.storage.Location;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class ExclusiveProbeTest {
  private static final Location BELOW = Location.parse("cos://bucket/runs");

  @Test
  void aServiceThatCarriesOutOnePutIsTaken() {
    Set<String> there = ConcurrentHashMap.newKeySet();
    new ExclusiveProbe((key, _) -> there.add(key)).requireOne(BELOW, "runs/probe");
  }

  @Test
  void aServiceThatLooksFirstAndWritesLaterIsRefused() {
    Set<String> there = ConcurrentHashMap.newKeySet();
    var looked = new CountDownLatch(ExclusiveProbe.RACERS);
    var probe = new ExclusiveProbe((key, _) -> lateAdd(there, key, looked));
    assertThatThrownBy(() -> probe.requireOne(BELOW, "runs/probe"))
        .isInstanceOf(MantaException.class)
        .hasMessageStartingWith("cos://bucket/runs cannot hold a run: of 8 puts of one object")
        .hasMessageContaining("8 were carried out");
  }

  private static boolean lateAdd(Set<String> there, String key, CountDownLatch looked) {
    boolean absent = !there.contains(key);
    looked.countDown();
    try {
      looked.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    there.add(key);
    return absent;
  }
}
