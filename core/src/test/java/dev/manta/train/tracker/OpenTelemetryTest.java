package dev.manta.train.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.sun.net.httpserver.HttpServer;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.Location;
import dev.manta.train.Metrics;
import dev.manta.train.NewCheckpoint;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.Tracker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenTelemetryTest {
  @TempDir Path directory = Path.of("");

  private final HttpServer collector;
  private final List<JsonObject> posted = new CopyOnWriteArrayList<>();

  OpenTelemetryTest() throws IOException {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/traces",
        exchange -> {
          posted.add(Json.parse(exchange.getRequestBody().readAllBytes()).asObject());
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
  }

  @AfterEach
  void end() {
    collector.stop(0);
  }

  private OpenTelemetry traces() {
    return OpenTelemetry.at("http://127.0.0.1:" + collector.getAddress().getPort());
  }

  private static RunUpdate update(long second, RunStatus status, int attempt) {
    return new RunUpdate(
        "digits", TrackedRuns.BEGUN.plusSeconds(3600 + second), status, attempt, "why", List.of());
  }

  private List<JsonObject> spans() {
    return posted.stream()
        .flatMap(body -> body.get("resourceSpans").asArray().items().stream())
        .flatMap(each -> each.asObject().get("scopeSpans").asArray().items().stream())
        .flatMap(each -> each.asObject().get("spans").asArray().items().stream())
        .map(Json::asObject)
        .toList();
  }

  private static long seconds(JsonObject span) {
    long from = Long.parseLong(span.get("startTimeUnixNano").asText());
    return (Long.parseLong(span.get("endTimeUnixNano").asText()) - from) / 1_000_000_000;
  }

  @Test
  void aRunThatRecoversIsATraceOfItsAttempts() throws Exception {
    try (Tracker.Tracking tracking = traces().open(TrackedRuns.fresh(directory))) {
      tracking.state(update(0, RunStatus.STARTING, 1));
      tracking.state(update(2, RunStatus.RUNNING, 1));
      tracking.checkpoint(
          new NewCheckpoint(
              "c1",
              7,
              TrackedRuns.BEGUN.plusSeconds(3605),
              Metrics.empty(),
              Location.of(directory)));
      tracking.state(update(10, RunStatus.RESTARTING, 1));
      tracking.state(update(11, RunStatus.RESTARTING, 2));
      tracking.state(update(14, RunStatus.RUNNING, 2));
      tracking.state(update(20, RunStatus.FINISHED, 2));
    }
    Map<String, Long> took =
        spans().stream()
            .collect(
                Collectors.toMap(span -> span.get("name").asText(), OpenTelemetryTest::seconds));
    assertThat(took)
        .isEqualTo(
            Map.of(
                "start", 2L,
                "checkpoint c1", 0L,
                "attempt 1", 11L,
                "recovery", 4L,
                "attempt 2", 9L,
                "run digits", 20L));
    Map<String, String> ids =
        spans().stream()
            .collect(
                Collectors.toMap(
                    span -> span.get("name").asText(), span -> span.get("spanId").asText()));
    assertThat(spans())
        .filteredOn(span -> span.get("name").asText().startsWith("attempt"))
        .allMatch(span -> span.get("parentSpanId").asText().equals(ids.get("run digits")));
    assertThat(ids.values()).allMatch(id -> id.matches("[0-9a-f]{16}"));
  }

  @Test
  void aCollectorThatIsDeadCostsNothingButItsSpans() throws Exception {
    OpenTelemetry traces = traces();
    collector.stop(0);
    try (Tracker.Tracking tracking = traces.open(TrackedRuns.fresh(directory))) {
      tracking.state(update(0, RunStatus.STARTING, 1));
    }
    assertThat(posted).isEmpty();
  }

  @Test
  void anAddressThatIsNoCollectorsIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> OpenTelemetry.at("collector:4318"))
        .withMessageStartingWith(
            "a collector has an address such as http://localhost:4318, not \"collector:4318");
  }
}
