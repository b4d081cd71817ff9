package dev.manta.stores.internal.credentials;

import dev.manta.stores.internal.sign.Credential;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Credentials of the first source that has some, kept until shortly before they end.
public final class CredentialChain {
  /// They are renewed so long before they end; until then a failed renewal does no harm.
  private static final Duration EARLY = Duration.ofMinutes(5);

  /// How long a renewal that failed is not tried again while the old ones still serve.
  private static final Duration PAUSE = Duration.ofSeconds(30);

  /// Those that a server has refused are looked for again so often at most.
  private static final Duration REFUSED_PAUSE = Duration.ofSeconds(5);

  private final List<CredentialSource> sources;
  private final InstantSource clock;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable Credential current;
  private Instant renewFrom = Instant.MAX;
  private Instant refusedAt = Instant.MIN;
  private boolean hadSome;

  CredentialChain(List<CredentialSource> sources, InstantSource clock) {
    this.sources = List.copyOf(sources);
    this.clock = clock;
  }

  /// No source has any.
  public static final class NoCredentials extends IOException {
    private static final long serialVersionUID = 1L;

    NoCredentials(String looked) {
      super("no credentials were found; looked at " + looked);
    }
  }

  /// Credentials that are good for some time yet.
  public Credential get() throws IOException, InterruptedException {
    lock.lockInterruptibly();
    try {
      Credential known = current;
      if (known != null && clock.instant().isBefore(renewFrom)) {
        return known;
      }
      return renewed(known);
    } finally {
      lock.unlock();
    }
  }

  /// Forgets credentials that a server has refused; whether there may be others by now.
  public boolean refused(Credential ended) {
    lock.lock();
    try {
      Instant now = clock.instant();
      if (!ended.equals(current)) {
        return true;
      }
      if (now.isBefore(refusedAt.plus(REFUSED_PAUSE))) {
        return false;
      }
      refusedAt = now;
      current = null;
      return true;
    } finally {
      lock.unlock();
    }
  }

  private Credential renewed(@Nullable Credential known) throws IOException, InterruptedException {
    try {
      return keep(find());
    } catch (IOException e) {
      if (known == null || hasEnded(known)) {
        throw e;
      }
      renewFrom = clock.instant().plus(PAUSE);
      return known;
    }
  }

  private boolean hasEnded(Credential known) {
    return known.ends().map(end -> !clock.instant().isBefore(end)).orElse(false);
  }

  /// Those that live for less than twice that long are renewed in the middle of their life.
  private Credential keep(Credential fresh) {
    Instant now = clock.instant();
    current = fresh;
    hadSome = true;
    renewFrom = fresh.ends().map(end -> renewal(now, end)).orElse(Instant.MAX);
    return fresh;
  }

  private static Instant renewal(Instant now, Instant end) {
    Duration half = Duration.between(now, end).dividedBy(2);
    return end.minus(half.compareTo(EARLY) < 0 ? half : EARLY);
  }

  private Credential find() throws IOException, InterruptedException {
    for (CredentialSource source : sources) {
      Optional<Credential> found = source.find();
      if (found.isPresent()) {
        return HeaderText.require(source.name(), found.get());
      }
    }
    String looked = sources.stream().map(CredentialSource::name).collect(Collectors.joining(", "));
    if (hadSome) {
      throw new IOException("there are no credentials any more; looked at " + looked);
    }
    throw new NoCredentials(looked);
  }
}
