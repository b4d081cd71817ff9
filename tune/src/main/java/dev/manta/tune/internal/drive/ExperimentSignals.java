package dev.manta.tune.internal.drive;

import dev.manta.internal.loop.Signals;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// What Ctrl-C does while an experiment is under way: the first lets trials leave with a last
/// checkpoint, the second ends them at once, the third ends this program. SIGTERM does the same.
/// The end of a terminal is told several times, and counts as one first signal.
public final class ExperimentSignals implements AutoCloseable {
  private static final int HALT_STATUS = 130;

  private final OpenExperiment open;
  private final Consumer<String> say;
  private final Signals interrupts;
  private final Signals ends;
  private final Signals hangUps;

  /// Takes the signals of this process until it is closed.
  ///
  /// @param say tells the user what the next one does
  public ExperimentSignals(OpenExperiment open, Consumer<String> say) {
    this.open = open;
    this.say = say;
    this.interrupts = take("INT", "Ctrl-C", new AtomicInteger());
    this.ends = take("TERM", "SIGTERM", new AtomicInteger());
    this.hangUps = Signals.take("HUP", () -> open.stop("SIGHUP"));
  }

  private Signals take(String signal, String name, AtomicInteger count) {
    return Signals.take(signal, () -> came(name, count.incrementAndGet()));
  }

  private void came(String name, int count) {
    switch (count) {
      case 1 -> {
        say.accept(
            name
                + ": trials stop at their next step, and the same name resumes them; once more ends"
                + " them at once");
        open.stop(name);
      }
      case 2 -> {
        say.accept(name + ": trials end at once; once more ends this program");
        open.abandon(name);
      }
      default -> Runtime.getRuntime().halt(HALT_STATUS);
    }
  }

  @Override
  public void close() {
    interrupts.close();
    ends.close();
    hangUps.close();
  }
}
