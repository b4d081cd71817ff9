package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.run.state.LastArrivals;
import dev.manta.internal.run.state.RunState;
import dev.manta.spi.json.Bind;
import dev.manta.train.Ledger;
import dev.manta.train.Ledger.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GoodputAdviceTest {
  private static final RunState ANY = RunState.fresh();

  private static Duration seconds(long count) {
    return Duration.ofSeconds(count);
  }

  private static RunState lastInto(Long... counts) {
    var arrivals = new LastArrivals(1, List.of(), List.of(counts), 0);
    return Bind.read(
        Bind.write(ANY).asObject().with("arrivals", Bind.write(arrivals)), RunState.class);
  }

  @Test
  void theCostliestComesFirstWithItsFigure() {
    var ledger =
        new Ledger(
            Map.of(
                Kind.USEFUL, seconds(70),
                Kind.CHECKPOINTING, seconds(20),
                Kind.RECOVERING, seconds(10)));
    assertThat(GoodputAdvice.of("digits", ledger, ANY))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("20.0 % of the time was waited for checkpoints"),
            second -> assertThat(second).startsWith("10.0 % of the time went into recovering"));
  }

  @Test
  void aRunThatUsesItsTimeWellGetsNoAdvice() {
    var ledger = new Ledger(Map.of(Kind.USEFUL, seconds(98), Kind.STARTING, seconds(2)));
    assertThat(GoodputAdvice.of("digits", ledger, ANY)).isEmpty();
  }

  @Test
  void aRunOfSecondsIsTooShortForAdvice() {
    var ledger = new Ledger(Map.of(Kind.USEFUL, seconds(2), Kind.STARTING, seconds(8)));
    assertThat(GoodputAdvice.of("digits", ledger, ANY)).isEmpty();
  }

  @Test
  void aRankThatIsMostlyLastIntoCollectivesIsNamed() {
    assertThat(GoodputAdvice.of("digits", Ledger.EMPTY, lastInto(10L, 85L, 5L)))
        .singleElement()
        .asString()
        .startsWith("rank 1 was the last into 85 % of collectives")
        .endsWith("manta profile digits --rank 1");
  }

  @Test
  void oneOfTwoRanksThatIsLastALittleMoreOftenIsChance() {
    assertThat(GoodputAdvice.of("digits", Ledger.EMPTY, lastInto(400L, 600L))).isEmpty();
  }
}
