package dev.manta.bench.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.bench.chaos.Trace.Line;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountedTest {
  @TempDir Path directory;

  private static Line line(int attempt, int rank, long step, long... samples) {
    return new Line(attempt, rank, 0, step, new Trace.Where("here", 1), 100 * step + rank, samples);
  }

  @Test
  void aStepThatWasMadeAgainCountsOnce() {
    var counted =
        Counted.of(
            List.of(
                line(1, 0, 0, 0),
                line(1, 1, 0, 1),
                line(1, 0, 1, 2),
                line(2, 0, 1, 2),
                line(2, 1, 1, 3)));
    assertThat(counted.wrongSamples(1, 4)).isEmpty();
    assertThat(counted.attempts()).containsExactly(1, 2);
    assertThat(counted.times()).containsExactly(1L, 101L);
  }

  @Test
  void aSampleThatWasUsedTwiceAndOneThatWasNotAreFound() {
    var counted = Counted.of(List.of(line(1, 0, 0, 0), line(1, 1, 0, 0), line(1, 0, 1, 2)));
    assertThat(counted.wrongSamples(1, 3))
        .containsExactly("epoch 0: 1 samples were not used, and 1 more than once");
  }

  @Test
  void anEpochThatNobodyMadeIsFound() {
    assertThat(Counted.of(List.of(line(1, 0, 0, 0, 1))).wrongSamples(2, 2))
        .containsExactly("epoch 1: 2 samples were not used, and 0 more than once");
  }

  @Test
  void whatARankSaidIsReadAgainAndALineThatWasCutIsNot() throws IOException {
    try (var trace = Trace.open(directory.toString(), 1, 3)) {
      trace.say(2, 7, new long[] {4, 9});
      trace.say(2, 8, new long[0]);
    }
    Files.writeString(directory.resolve("trace-1-4"), "2 9 12 5");
    assertThat(Trace.read(directory)).hasSize(2);
    Line last = Trace.last(directory, 1).orElseThrow();
    assertThat(last.step()).isEqualTo(8);
    assertThat(last.attempt()).isEqualTo(3);
    assertThat(last.samples()).isEmpty();
    assertThat(Trace.read(directory).getFirst().samples()).containsExactly(4, 9);
    assertThat(Trace.last(directory, 0)).isEmpty();
  }
}
