package dev.manta.train.tracker;

import dev.manta.internal.metrics.MetricsPort;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import java.io.IOException;

/// Serves the state and the last metrics of runs at `/metrics`, in the OpenMetrics format, for
/// Prometheus and whatever else reads it. All runs of a process that name the same port share it.
///
/// @param host the address that is listened at
/// @param port 0 takes a free one, which is logged
public record Prometheus(String host, int port) implements Tracker {
  private static final int PORT_MAX = 65_535;

  public Prometheus {
    if (port < 0 || port > PORT_MAX) {
      throw new IllegalArgumentException("a port is 0 to 65535, not " + port);
    }
  }

  /// Serves at that port of this machine, to this machine alone.
  public static Prometheus onPort(int port) {
    return new Prometheus(MetricsPort.LOOPBACK, port);
  }

  /// Listens at another address, such as `0.0.0.0`: whoever reaches it can read the names, states
  /// and metrics of runs.
  public Prometheus host(String address) {
    return new Prometheus(address, port);
  }

  @Override
  public Tracking open(TrackedRun run) throws IOException {
    return MetricsEndpoint.join(this, run);
  }
}
