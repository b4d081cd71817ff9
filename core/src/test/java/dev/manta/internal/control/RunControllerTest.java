package dev.manta.internal.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.checkpoint.CheckpointCatalog;
import dev.manta.internal.run.Control;
import dev.manta.internal.run.RunMachine;
import dev.manta.internal.run.Story;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.KeptCheckpoints;
import dev.manta.train.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RunControllerTest {
  private static final Duration MINUTES = Duration.ofMinutes(5);

  private final Story story = Story.running(1);
  private Instant now = story.state.time().bookedTo().orElseThrow();

  /// A controller of a run that trains; the time that a record takes is in hand.
  private RunController controller(Duration writing) {
    InstantSource clock = () -> now;
    return new RunController(
        new RunMachine(Story.settings(1)),
        story.state,
        new Records(writing),
        (_, _) -> {},
        (_, _) -> {},
        clock.withZone(ZoneOffset.UTC));
  }

  private final class Records implements ControlRecords {
    private final Duration writing;

    Records(Duration writing) {
      this.writing = writing;
    }

    @Override
    public boolean append(Control record) {
      now = now.plus(writing);
      return true;
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
      return true;
    }
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
