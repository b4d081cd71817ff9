package dev.manta.it.kills;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A few kills; `./dev kills` has more.
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class KillsTest {
  private static final int BLOWS = 6;

  @Test
  void aRunThatIsStruckAtRandomMomentsEndsAsIfNothingHadHappened() throws InterruptedException {
    long seed = System.nanoTime();
    List<String> told = new CopyOnWriteArrayList<>();
    boolean fine = new Campaign(BLOWS, seed, 1, told::add).run();
    assertThat(fine).as("seed %d\n%s", seed, String.join("\n", told)).isTrue();
  }
}
