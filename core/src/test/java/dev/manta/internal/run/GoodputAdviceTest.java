package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.load.DataLoad;
import dev.manta.internal.load.LoadPoint;
import dev.manta.internal.load.LoadSample;
import dev.manta.internal.load.RunLoad;
import dev.manta.internal.run.state.LastArrivals;
import dev.manta.internal.run.state.RunState;
import dev.manta.spi.json.Bind;
import dev.manta.train.Ledger;
import dev.manta.train.Ledger.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
    assertThat(GoodputAdvice.of("digits", ledger, ANY, RunLoad.NONE))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("20.0 % of the time was waited for checkpoints"),
            second -> assertThat(second).startsWith("10.0 % of the time went into recovering"));
  }

  @Test
  void aRunThatUsesItsTimeWellGetsNoAdvice() {
    var ledger = new Ledger(Map.of(Kind.USEFUL, seconds(98), Kind.STARTING, seconds(2)));
    assertThat(GoodputAdvice.of("digits", ledger, ANY, RunLoad.NONE)).isEmpty();
  }

  @Test
  void aRunOfSecondsIsTooShortForAdvice() {
    var ledger = new Ledger(Map.of(Kind.USEFUL, seconds(2), Kind.STARTING, seconds(8)));
    assertThat(GoodputAdvice.of("digits", ledger, ANY, RunLoad.NONE)).isEmpty();
  }

  @Test
  void aRankThatIsMostlyLastIntoCollectivesIsNamed() {
    assertThat(GoodputAdvice.of("digits", Ledger.EMPTY, lastInto(10L, 85L, 5L), RunLoad.NONE))
        .singleElement()
        .asString()
        .startsWith("rank 1 was the last into 85 % of collectives")
        .endsWith("manta profile digits --rank 1");
  }

  @Test
  void oneOfTwoRanksThatIsLastALittleMoreOftenIsChance() {
    assertThat(GoodputAdvice.of("digits", Ledger.EMPTY, lastInto(400L, 600L), RunLoad.NONE))
        .isEmpty();
  }

  /// A rank that was measured for a hundred seconds.
  private static RunLoad of(int rank, double dataSeconds, double collectiveSeconds, long steps) {
    var data =
        new DataLoad(
            "train",
            100,
            100,
            dataSeconds,
            Optional.of(0.0),
            Optional.of(40.0),
            Map.of("Read", 4.0, "Map Digits.parse", 36.0));
    var point =
        new LoadPoint(0, 100, 90, 0, steps, dataSeconds, Optional.of(collectiveSeconds), 100);
    return RunLoad.NONE.with(rank, "w" + rank, new LoadSample(point, List.of(data)));
  }

  private static List<String> advice(RunLoad load) {
    return GoodputAdvice.of("digits", Ledger.EMPTY, ANY, load);
  }

  @Test
  void aSlowLoaderIsNamedWithItsSlowestOperator() {
    assertThat(advice(of(1, 31.5, 0, 10)))
        .singleElement()
        .asString()
        .startsWith(
            "rank 1 waited for rows for 31.5 % of its time in dataset \"train\", where \"Map"
                + " Digits.parse\" is 90 % of the work: prepare rows in more processes");
  }

  @Test
  void aLoaderThatKeepsUpIsNotNamed() {
    assertThat(advice(of(1, 9, 0, 10))).isEmpty();
  }

  @Test
  void stepsThatAreMostlyCollectivesNeedLargerBatches() {
    assertThat(advice(of(0, 0, 45, 10_000)))
        .singleElement()
        .asString()
        .startsWith(
            "every rank spent at least 45.0 % of its time in collectives, at 10.0 ms a step: take"
                + " larger batches");
  }

  @Test
  void longStepsWithMuchInCollectivesAreNoMatterOfBatches() {
    assertThat(advice(of(0, 0, 45, 10))).isEmpty();
  }

  @Test
  void whoeverWaitsForALateRankIsNotToldOfBatches() {
    RunLoad late = of(0, 0, 45, 10_000);
    var busy = new LoadPoint(0, 100, 90, 0, 10_000, 0, Optional.of(2.0), 100);
    assertThat(advice(late.with(1, "w1", new LoadSample(busy, List.of())))).isEmpty();
  }

  @Test
  void aMomentOfLoadIsTooShortForAdvice() {
    var moment = new LoadPoint(0, 5, 1, 0, 1000, 4, Optional.of(4.0), 100);
    assertThat(advice(RunLoad.NONE.with(0, "w0", new LoadSample(moment, List.of())))).isEmpty();
  }
}
