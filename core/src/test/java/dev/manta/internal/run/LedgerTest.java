package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.HeldCommit;
import dev.manta.internal.run.state.LateRank;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.run.state.Timer.OfRun;
import dev.manta.train.Ledger;
import dev.manta.train.Ledger.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LedgerTest {
  private static Duration seconds(long count) {
    return Duration.ofSeconds(count);
  }

  @Test
  void everySecondIsOfOneKind() {
    Story story = Story.of(Story.settings(2)).begin(1).passes(seconds(2)).run("");
    story
        .passes(seconds(100))
        .dies(1)
        .passes(seconds(3))
        .unwinds(0, new HeldCommit(9, true, 1, 9, 0, 2));
    story.passes(seconds(5)).joined().passes(seconds(90)).tick();
    Ledger ledger = story.state.ledger();
    assertThat(ledger.of(Kind.STARTING)).isEqualTo(seconds(2));
    assertThat(ledger.of(Kind.USEFUL)).isEqualTo(seconds(190));
    assertThat(ledger.of(Kind.RECOVERING)).isEqualTo(seconds(8));
    assertThat(ledger.total()).isEqualTo(seconds(200));
    assertThat(ledger.share(Kind.USEFUL)).isEqualTo(0.95);
    assertThat(ledger).hasToString("useful 95.0 %, recovering 4.0 %, starting 1.0 %");
  }

  @Test
  void whatIsDoneAgainFromACheckpointWasNotUseful() {
    Story story = Story.running(2).passes(seconds(20)).commit(1, 4).passes(seconds(40));
    story.dies(0).dies(1).passes(seconds(2)).run("c1").passes(seconds(45)).tick();
    assertThat(story.state.ledger())
        .hasToString("useful 60.7 %, rolled back 37.4 %, recovering 1.9 %");
    assertThat(story.state.ledger().total()).isEqualTo(seconds(107));
  }

  @Test
  void withoutACheckpointAllThatWasDoneIsLost() {
    Story story = Story.running(1).passes(seconds(20)).dies(0).run("").passes(seconds(5)).tick();
    assertThat(story.state.ledger().of(Kind.ROLLED_BACK)).isEqualTo(seconds(20));
    assertThat(story.state.ledger().of(Kind.USEFUL)).isEqualTo(seconds(5));
  }

  @Test
  void whatIsLostTwiceCountsOnce() {
    Story story = Story.running(1).passes(seconds(20)).commit(1, 4).passes(seconds(40));
    story.dies(0).run("c1").dies(0);
    story.rings(OfRun.BACKOFF, seconds(1)).run("c1").passes(seconds(5)).tick();
    assertThat(story.state.ledger().of(Kind.ROLLED_BACK)).isEqualTo(seconds(40));
    assertThat(story.state.ledger().of(Kind.USEFUL)).isEqualTo(seconds(25));
  }

  @Test
  void aCheckpointThatIsOlderThanTheNewestLosesMore() {
    Story story = Story.running(1).passes(seconds(20)).commit(1, 4);
    story.passes(seconds(30)).commit(2, 8).passes(seconds(1)).dies(0).run("c1");
    assertThat(story.state.ledger().of(Kind.ROLLED_BACK)).isEqualTo(seconds(31));
  }

  @Test
  void whoReadsTheLogKnowsWhatWasUsefulUpToTheLastCheckpoint() {
    Story story = Story.running(1);
    RunState before = story.state;
    story.passes(seconds(50)).part(0, 1, 4, true).manifest(1);
    Control record =
        Control.of(before, new Event.Tick(Set.of()), story.last, story.now()).orElseThrow();
    RunState read = Replay.after(before, record, new Rules());
    assertThat(record).isInstanceOf(Control.Checkpoints.class);
    assertThat(read.time()).isEqualTo(story.state.time());
  }

  @Test
  void timeWithoutAControllerIsIdle() {
    Story story = Story.running(1).passes(seconds(10)).tick().passes(seconds(30)).begin(2);
    assertThat(story.state.ledger().of(Kind.IDLE)).isEqualTo(seconds(30));
    assertThat(story.state.ledger().of(Kind.USEFUL)).isEqualTo(seconds(10));
  }

  @Test
  void driversThatWereKilledWereThereUntilTheyHeardTheLastReport() {
    Story story = Story.running(1);
    for (int term = 2; term <= 3; term++) {
      story.passes(seconds(30));
      Optional<Instant> heard = Optional.of(story.now().minus(seconds(10)));
      story.happens(new Event.ControllerStarted(term, false, heard));
    }
    assertThat(story.state.ledger().of(Kind.IDLE)).isEqualTo(seconds(20));
    assertThat(story.state.ledger().total()).isEqualTo(seconds(60));
  }

  @Test
  void timeInWhichARankIsWaitedForIsWaiting() {
    Story story = Story.running(2).passes(seconds(10));
    story.happens(new Event.Waiting(1, "w0", "allReduce", 6000, List.of(1)));
    story.passes(seconds(20)).progress(1, 1).passes(seconds(5)).tick();
    assertThat(story.state.ledger().of(Kind.WAITING)).isEqualTo(seconds(20));
    assertThat(story.state.ledger().of(Kind.USEFUL)).isEqualTo(seconds(15));
  }

  @Test
  void timeInWhichARankAnswersNothingIsWaiting() {
    Story story = Story.running(2);
    for (int i = 0; i < 5; i++) {
      story.passes(seconds(1)).tick("w0");
    }
    story.passes(seconds(1)).tick("w0", "w1").passes(seconds(4)).tick("w0", "w1");
    assertThat(story.state.ledger().of(Kind.WAITING)).isEqualTo(seconds(3));
    assertThat(story.state.ledger().of(Kind.USEFUL)).isEqualTo(seconds(7));
  }

  @Test
  void aClockThatGoesBackTakesNothingAway() {
    Story story = Story.running(1).passes(seconds(10)).tick().passes(seconds(-5)).tick();
    assertThat(story.state.ledger().total()).isEqualTo(seconds(10));
  }

  @Test
  void aLateRankSaysWhereItIs() {
    Story story = Story.running(2);
    story.happens(new Event.Waiting(1, "w0", "allReduce", 6000, List.of(1)));
    assertThat(story.all(Effect.AskStacks.class))
        .extracting(Effect.AskStacks::worker)
        .containsExactly("w1");
    story.happens(new Event.Stacks(1, "w1", "rank-1 RUNNABLE"));
    assertThat(story.state.current().late())
        .containsExactly(
            new LateRank(1, Optional.of("allReduce"), 6, Optional.of("rank-1 RUNNABLE")));
    assertThat(story.last.durable()).isEqualTo(Decision.Durable.STATE);
  }

  @Test
  void theSleepOfAMachineIsIdle() {
    Story story = Story.running(2).passes(seconds(10)).tick();
    story.passes(Duration.ofHours(8)).tick().passes(seconds(10)).tick();
    assertThat(story.state.ledger().of(Kind.IDLE)).isEqualTo(Duration.ofHours(8));
    assertThat(story.state.ledger().of(Kind.USEFUL)).isEqualTo(seconds(20));
  }

  @Test
  void whatNoRecordTellsOfYetIsAddedForWhoLooks() {
    Story story = Story.running(2).passes(seconds(10)).tick();
    var now = story.state.time().bookedTo().orElseThrow().plusSeconds(30);
    assertThat(TimeAccounting.ledger(story.state, now).of(Kind.USEFUL)).isEqualTo(seconds(40));
  }
}
