package dev.manta.train.tracker;

import dev.manta.train.RunConfig;
import java.util.Map;

/// Trackers that the environment of a driver asks for, whatever its program says.
public final class EnvironmentTrackers {
  private static final String PORT = "MANTA_METRICS_PORT";
  private static final String HOST = "MANTA_METRICS_HOST";

  private EnvironmentTrackers() {}

  /// A run with those trackers too: metrics for Prometheus where `MANTA_METRICS_PORT` is set,
  /// traces where OpenTelemetry's own variables name a collector.
  public static RunConfig added(RunConfig run, Map<String, String> environment) {
    RunConfig with = run;
    String port = environment.getOrDefault(PORT, "");
    if (!port.isBlank()) {
      String host = environment.getOrDefault(HOST, "");
      Prometheus prometheus = Prometheus.onPort(number(port));
      with = with.tracker(host.isBlank() ? prometheus : prometheus.host(host));
    }
    return OpenTelemetry.of(environment).map(with::tracker).orElse(with);
  }

  private static int number(String port) {
    try {
      return Integer.parseInt(port.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(PORT + " is a port such as 9464, not \"" + port + "\"");
    }
  }
}
