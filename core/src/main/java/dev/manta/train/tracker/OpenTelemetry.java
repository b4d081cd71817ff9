package dev.manta.train.tracker;

import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Sends what happens to a run as traces, by OTLP over HTTP with JSON: a span for the run, for each
/// attempt, for its start or recovery, and for each checkpoint. Needs no library.
///
/// A run that resumes stays in the same trace. Spans that a collector does not take are dropped.
///
/// @param endpoint where spans are posted
/// @param service what the collector calls the program
/// @param headers sent along, such as a token
public record OpenTelemetry(URI endpoint, String service, Map<String, String> headers)
    implements Tracker {
  private static final String TRACES = "/v1/traces";

  public OpenTelemetry {
    String scheme = String.valueOf(endpoint.getScheme());
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new IllegalArgumentException(
          "a collector has an address such as http://localhost:4318, not \"" + endpoint + "\"");
    }
    headers = Map.copyOf(headers);
  }

  /// The collector there.
  ///
  /// @param address such as `http://localhost:4318`; spans go to `/v1/traces` below it
  public static OpenTelemetry at(String address) {
    URI traces = URI.create(address.replaceAll("/+$", "") + TRACES);
    return new OpenTelemetry(traces, "manta", Map.of());
  }

  /// What OpenTelemetry's own variables say: `OTEL_EXPORTER_OTLP_ENDPOINT` or
  /// `OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`, `OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_SERVICE_NAME`. Empty
  /// where none names a collector.
  static Optional<OpenTelemetry> of(Map<String, String> environment) {
    String traces = environment.getOrDefault("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "");
    String all = environment.getOrDefault("OTEL_EXPORTER_OTLP_ENDPOINT", "");
    if (traces.isBlank() && all.isBlank()) {
      return Optional.empty();
    }
    URI endpoint = traces.isBlank() ? at(all).endpoint() : URI.create(traces);
    String service = environment.getOrDefault("OTEL_SERVICE_NAME", "manta");
    String headers = environment.getOrDefault("OTEL_EXPORTER_OTLP_HEADERS", "");
    return Optional.of(new OpenTelemetry(endpoint, service, parsed(headers)));
  }

  private static Map<String, String> parsed(String headers) {
    Map<String, String> parsed = new LinkedHashMap<>();
    for (String header : headers.split(",", -1)) {
      int equals = header.indexOf('=');
      if (equals > 0) {
        parsed.put(header.substring(0, equals).strip(), header.substring(equals + 1).strip());
      }
    }
    return parsed;
  }

  @Override
  public Tracking open(TrackedRun run) {
    return new TracedRun(run, new SpanExport(this));
  }
}
