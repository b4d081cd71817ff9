package dev.manta.internal.data;

import dev.manta.error.Passwords;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/// Says now and then what somebody waits for. Time is an argument.
public final class WaitNotice {
  private static final Duration EVERY = Duration.ofSeconds(30);

  private final Supplier<String> what;
  private final long begun;
  private long told;

  /// @param what is asked when there is something to say
  public WaitNotice(Supplier<String> what, long nanos) {
    this.what = what;
    this.begun = nanos;
    this.told = nanos;
  }

  /// What there is to say, if it is time to.
  Optional<String> look(long nanos) {
    if (nanos - told < EVERY.toNanos()) {
      return Optional.empty();
    }
    told = nanos;
    long seconds = Duration.ofNanos(nanos - begun).toSeconds();
    String shown = Passwords.hidden(what.get());
    return Optional.of("no rows for %s s: waiting for %s".formatted(seconds, shown));
  }

  /// Says it, if it is time to.
  public void look() {
    look(System.nanoTime())
        .ifPresent(line -> System.getLogger("manta.data").log(System.Logger.Level.WARNING, line));
  }
}
