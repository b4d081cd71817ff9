package dev.manta.train.tracker;

import dev.manta.internal.metrics.MetricsPort;
import dev.manta.internal.metrics.OpenMetricsPage;
import dev.manta.train.TrackedRun;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

/// A port at which the runs of this process are served, for as long as there are any.
final class MetricsEndpoint {
  private static final System.Logger LOGGER = System.getLogger("dev.manta.trackers");
  private static final Map<Prometheus, MetricsEndpoint> OPEN = new HashMap<>();

  private final Prometheus settings;
  private final MetricsPort port;
  private final Set<ExposedRun> runs = new CopyOnWriteArraySet<>();

  private MetricsEndpoint(Prometheus settings) throws IOException {
    this.settings = settings;
    this.port = MetricsPort.open(settings.host(), settings.port(), this::write);
    LOGGER.log(System.Logger.Level.INFO, "metrics are at {0}", port.address());
  }

  private void write(OpenMetricsPage page) {
    runs.forEach(run -> run.writeTo(page));
  }

  /// Serves a run there until it leaves.
  static ExposedRun join(Prometheus settings, TrackedRun run) throws IOException {
    synchronized (OPEN) {
      MetricsEndpoint endpoint = OPEN.get(settings);
      if (endpoint == null) {
        endpoint = new MetricsEndpoint(settings);
        OPEN.put(settings, endpoint);
      }
      var exposed = new ExposedRun(run, endpoint::leave);
      endpoint.runs.add(exposed);
      return exposed;
    }
  }

  private void leave(ExposedRun run) {
    synchronized (OPEN) {
      runs.remove(run);
      if (runs.isEmpty()) {
        OPEN.remove(settings);
        port.close();
      }
    }
  }

  /// Where the page of these settings is, while there is one.
  static Optional<String> address(Prometheus settings) {
    synchronized (OPEN) {
      return Optional.ofNullable(OPEN.get(settings)).map(endpoint -> endpoint.port.address());
    }
  }
}
