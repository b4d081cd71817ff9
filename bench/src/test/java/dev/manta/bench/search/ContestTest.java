package dev.manta.bench.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.bench.BenchContext;
import dev.manta.bench.Peers;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class ContestTest {
  private static final Peers PEERS = new Peers(Path.of("peers"));

  @Test
  void figuresComeFromSeedsThatNoSettingWasChosenWith() {
    assertThat(Contest.seeds(new BenchContext(PEERS, 3, _ -> {})))
        .containsExactly(1000, 1001, 1002);
  }

  @Test
  void roundsBeginWithTheSeedThatWasAskedFor() {
    var context = new BenchContext(PEERS, 2, _ -> {}, OptionalLong.of(7));
    assertThat(Contest.seeds(context)).containsExactly(7, 8);
  }
}
