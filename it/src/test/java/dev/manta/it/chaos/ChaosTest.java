package dev.manta.it.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.bench.chaos.Ordeal;
import dev.manta.bench.chaos.Subject;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Every kind of fault once; `./manta chaos` has more.
@Timeout(300)
class ChaosTest {
  private static final long APART = 25;

  @Tag("campaign")
  @Test
  void aRunUnderFaultsAndChangesOfSizeEndsAsIfNothingHadHappened()
      throws IOException, InterruptedException {
    long seed = System.nanoTime();
    List<String> told = new ArrayList<>();
    boolean fine =
        new Ordeal(Subject.of("").orElseThrow(), true, told::add).endureEach(seed, APART);
    assertThat(fine).as("seed %d\n%s", seed, String.join("\n", told)).isTrue();
  }
}
