package dev.manta;

import dev.manta.internal.control.RunLoop;
import dev.manta.internal.loop.Signals;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// What Ctrl-C does while a run is under way: the first lets ranks finish their step, the second
/// ends them at once, the third ends this program; so does the second where the run does not end.
/// Each is answered at once, whatever the run is waiting for.
final class CtrlC implements AutoCloseable {
  private static final int HALT_STATUS = 130;
  private static final Duration HALT_AFTER = Duration.ofSeconds(15);

  private final RunLoop run;
  private final Consumer<String> say;
  private final AtomicInteger presses = new AtomicInteger();
  private final AtomicReference<@Nullable Thread> halt = new AtomicReference<>();
  private final Signals signals;

  CtrlC(RunLoop run, Consumer<String> say) {
    this.run = run;
    this.say = say;
    this.signals = Signals.take("INT", () -> pressed(presses.incrementAndGet()));
  }

  private void pressed(int count) {
    switch (count) {
      case 1 ->
          say.accept("Ctrl-C: the run stops at its next step; press it again to end it at once");
      case 2 -> {
        say.accept("Ctrl-C: the run ends at once");
        halt.set(Thread.ofPlatform().daemon().name("manta-ctrl-c").start(this::haltLater));
      }
      default -> Runtime.getRuntime().halt(HALT_STATUS);
    }
    run.stop("Ctrl-C");
  }

  /// A run whose storage does not answer cannot even write down that it was stopped.
  private void haltLater() {
    try {
      Thread.sleep(HALT_AFTER);
    } catch (InterruptedException ended) {
      return;
    }
    say.accept(
        "the run has not ended, as its storage does not answer: this program ends without it");
    Runtime.getRuntime().halt(HALT_STATUS);
  }

  @Override
  public void close() {
    signals.close();
    Thread waiting = halt.get();
    if (waiting != null) {
      waiting.interrupt();
    }
  }
}
