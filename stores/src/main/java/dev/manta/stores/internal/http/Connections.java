package dev.manta.stores.internal.http;

import java.io.IOException;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/// Open connections that nobody uses at the moment, by their server. The one that was used last is
/// the first to be used again; servers close the others one day.
final class Connections {
  /// Less than servers wait for the next request, as far as is known.
  private static final long IDLE_NANOS_MAX = TimeUnit.SECONDS.toNanos(15);

  private static final int IDLE_MAX = 64;

  private final Map<String, Deque<Idle>> idle = new HashMap<>();
  private final Supplier<SSLContext> trust;
  private final LongSupplier nanos;
  private @Nullable SSLContext context;

  /// @param since when it was used last
  private record Idle(Connection connection, long since) {}

  Connections(Supplier<SSLContext> trust) {
    this(trust, System::nanoTime);
  }

  Connections(Supplier<SSLContext> trust, LongSupplier nanos) {
    this.trust = trust;
    this.nanos = nanos;
  }

  /// An open connection: one that is there, or a new one.
  Connection take(URI to, Abortable call) throws IOException {
    for (Connection known = poll(to); known != null; known = poll(to)) {
      if (known.isOpen()) {
        return known;
      }
      known.close();
    }
    return Connection.open(to, this::trusted, call);
  }

  /// Read once: the certificates of all authorities are many.
  private synchronized SSLContext trusted() {
    SSLContext known = context;
    if (known == null) {
      known = trust.get();
      context = known;
    }
    return known;
  }

  private @Nullable Connection poll(URI to) {
    while (true) {
      Idle found;
      synchronized (idle) {
        Deque<Idle> known = idle.get(server(to));
        found = known == null ? null : known.pollLast();
      }
      if (found == null || nanos.getAsLong() - found.since() < IDLE_NANOS_MAX) {
        return found == null ? null : found.connection();
      }
      found.connection().close();
    }
  }

  void giveBack(URI to, Connection connection) {
    Idle old = null;
    synchronized (idle) {
      Deque<Idle> known = idle.computeIfAbsent(server(to), _ -> new ArrayDeque<>());
      known.addLast(new Idle(connection, nanos.getAsLong()));
      Idle first = known.getFirst();
      if (known.size() > IDLE_MAX || nanos.getAsLong() - first.since() >= IDLE_NANOS_MAX) {
        old = known.pollFirst();
      }
    }
    if (old != null) {
      old.connection().close();
    }
  }

  private static String server(URI to) {
    return to.getScheme() + "://" + to.getRawAuthority();
  }
}
