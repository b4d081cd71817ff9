package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.internal.checkpoint.CheckpointCatalog;
import dev.manta.internal.control.record.ControlRecords;
import dev.manta.internal.run.Control;
import dev.manta.internal.run.Decided;
import dev.manta.internal.run.Replay;
import dev.manta.internal.run.Rules;
import dev.manta.internal.run.RunMachine;
import dev.manta.internal.run.Story;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.KeptCheckpoints;
import dev.manta.internal.run.state.RunState;
import dev.manta.spi.json.Bind;
import dev.manta.train.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunControllerTest {
  private static final Duration MINUTES = Duration.ofMinutes(5);

  private final Story story = Story.running(1);
  private final Deque<Event> inbox = new ArrayDeque<>();
  private final List<List<Decided>> recorded = new ArrayList<>();
  private final List<String> done = new ArrayList<>();
  private Instant now = story.state.time().bookedTo().orElseThrow();
  private boolean current = true;
  private boolean writes = true;

  /// A controller of a run that trains; the time that a record takes is in hand.
  private RunController controller(Duration writing) {
    InstantSource clock = () -> now;
    return new RunController(
        new RunMachine(Story.settings(1)),
        story.state,
        new Records(writing),
        (effect, _) -> done.add(effect.getClass().getSimpleName()),
        (before, decision) -> done.add(before.equals(decision.state()) ? "same" : "changed"),
        clock.withZone(ZoneOffset.UTC));
  }

  private Optional<Event> waiting() {
    return Optional.ofNullable(inbox.pollFirst());
  }

  private final class Records implements ControlRecords {
    private final Duration writing;

    Records(Duration writing) {
      this.writing = writing;
    }

    @Override
    public boolean append(List<Decided> decided) {
      now = now.plus(writing);
      done.add("record");
      recorded.add(decided);
      return writes;
    }

    @Override
    public Optional<KeptCheckpoints> archive(KeptCheckpoints kept) {
      return Optional.empty();
    }

    @Override
    public CheckpointCatalog catalog() {
      throw new UnsupportedOperationException("no lists are written");
    }

    @Override
    public int term() {
      return 1;
    }

    @Override
    public boolean current() {
      return current;
    }
  }

  private static final Event STOP = new Event.StopAsked("the user", false);
  private static final Event STOP_AT_ONCE = new Event.StopAsked("the user", true);
  private static final Event TICK = new Event.Tick(Set.of("w0"));

  @Test
  void eventsThatWaitShareARecordThatComesBeforeAllTheirEffects() {
    RunController controller = controller(Duration.ZERO);
    inbox.addAll(List.of(TICK, STOP_AT_ONCE));
    controller.handle(STOP, this::waiting);

    assertThat(done).startsWith("record").containsOnlyOnce("record").contains("SendStop", "Kill");
    assertThat(recorded.getFirst())
        .extracting(Decided::event)
        .containsExactly(STOP, TICK, STOP_AT_ONCE);
    assertThat(done).filteredOn(what -> what.equals("changed") || what.equals("same")).hasSize(3);
  }

  @Test
  void whatSharesARecordIsDecidedAsOneByOne() {
    RunController together = controller(Duration.ZERO);
    inbox.addAll(List.of(TICK, STOP_AT_ONCE));
    together.handle(STOP, this::waiting);
    RunController oneByOne = controller(Duration.ZERO);
    List.of(STOP, TICK, STOP_AT_ONCE).forEach(oneByOne::handle);

    assertThat(together.state()).isEqualTo(oneByOne.state());
  }

  @Test
  void aRecordOfSeveralEventsIsReadAsItWasWritten() {
    RunController controller = controller(Duration.ZERO);
    inbox.add(STOP_AT_ONCE);
    controller.handle(STOP, this::waiting);
    Control written = Control.of(recorded.getFirst()).orElseThrow();
    Control read = Bind.readOlder(Bind.write(written, Control.class), Control.class, "control");

    assertThat(read).isEqualTo(written).isInstanceOf(Control.Transitions.class);
    assertThat(read.steps()).extracting(Control.Step::event).containsExactly(STOP, STOP_AT_ONCE);
    assertThat(Replay.after(RunState.fresh(), read, new Rules())).isEqualTo(controller.state());
  }

  @Test
  void aRecordOfOneEventIsWhatItAlwaysWas() {
    RunController controller = controller(Duration.ZERO);
    inbox.add(TICK);
    controller.handle(STOP, this::waiting);
    Decided first = recorded.getFirst().getFirst();

    assertThat(Control.of(recorded.getFirst()))
        .isEqualTo(Control.of(first.before(), STOP, first.decision(), first.at()))
        .containsInstanceOf(Control.Transition.class);
  }

  @Test
  void whatNeedsNoRecordIsDoneAtOnceAndTakesNobodyAlong() {
    RunController controller = controller(Duration.ZERO);
    inbox.add(STOP);
    controller.handle(TICK, this::waiting);

    assertThat(done).doesNotContain("record").contains("Ping");
    assertThat(inbox).containsExactly(STOP);
  }

  @Test
  void whoeverIsDeposedActsOnNothingThatSharedTheRecord() {
    writes = false;
    RunController controller = controller(Duration.ZERO);
    inbox.add(STOP_AT_ONCE);
    controller.handle(STOP, this::waiting);

    assertThat(controller.deposed()).isTrue();
    assertThat(done).containsExactly("record");
    assertThat(controller.state()).isEqualTo(story.state);
  }

  @Test
  void whoeverHeardLateThatItsRecordIsThereLooksWhetherItStillHasTheRun() {
    current = false;
    RunController controller = controller(Duration.ofSeconds(6));
    controller.handle(STOP);

    assertThat(controller.deposed()).isTrue();
    assertThat(done).containsExactly("record");
  }

  @Test
  void nothingFollowsTheEndOfARun() {
    RunController controller = controller(Duration.ZERO);
    inbox.add(new Event.WorkerLost("w0", new Exit.Signal(9, "SIGKILL"), ""));
    inbox.add(TICK);
    controller.handle(STOP_AT_ONCE, this::waiting);

    assertThat(controller.over()).isTrue();
    assertThat(inbox).containsExactly(TICK);
  }

  private static Ledger after(RunController controller) {
    return controller.state().ledger();
  }

  @Test
  void ranksTrainOnWhileTheControllerWaitsForStorage() {
    RunController controller = controller(MINUTES);
    controller.handle(new Event.StopAsked("a record is written", false));
    controller.handle(new Event.Tick(Set.of("w0")));
    assertThat(after(controller).of(Ledger.Kind.USEFUL)).isGreaterThanOrEqualTo(MINUTES);
    assertThat(after(controller).of(Ledger.Kind.IDLE)).isZero();
  }

  @Test
  void nobodyTrainsWhileTheMachineSleeps() {
    RunController controller = controller(Duration.ZERO);
    controller.handle(new Event.StopAsked("a record is written", false));
    now = now.plus(MINUTES);
    controller.handle(new Event.Tick(Set.of("w0")));
    assertThat(after(controller).of(Ledger.Kind.IDLE)).isEqualTo(MINUTES);
  }
}
