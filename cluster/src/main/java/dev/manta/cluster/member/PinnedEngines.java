package dev.manta.cluster.member;

import dev.manta.internal.link.PeerPrints;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.RareWarnings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import org.apache.pekko.remote.artery.tcp.SSLEngineProvider;
import scala.Option;

/// TLS between daemons: both ends show a certificate whose print is on the list of members, as it
/// is at that moment.
final class PinnedEngines implements SSLEngineProvider {
  private static final System.Logger LOG = System.getLogger("dev.manta.link");

  private final RareWarnings warnings = new RareWarnings();
  private final PinnedTls tls;
  private final Supplier<Set<String>> prints;

  PinnedEngines(PinnedTls tls, Supplier<Set<String>> prints) {
    this.tls = tls;
    this.prints = prints;
  }

  @Override
  public SSLEngine createServerSSLEngine(String hostname, int port) {
    return new WatchedEngine(engine(false), this::turnedAway);
  }

  private void turnedAway(String why) {
    warnings
        .word(
            "turned away a caller at the port for membership: " + why,
            Duration.ofNanos(System.nanoTime()))
        .ifPresent(line -> LOG.log(System.Logger.Level.WARNING, line));
  }

  @Override
  public SSLEngine createClientSSLEngine(String hostname, int port) {
    return engine(true);
  }

  private SSLEngine engine(boolean calling) {
    try {
      return tls.engine(calling, PeerPrints.of(prints.get()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Option<Throwable> verifyClientSession(String hostname, SSLSession session) {
    return Option.empty();
  }

  @Override
  public Option<Throwable> verifyServerSession(String hostname, SSLSession session) {
    return Option.empty();
  }
}
