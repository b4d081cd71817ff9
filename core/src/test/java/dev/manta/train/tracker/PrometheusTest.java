package dev.manta.train.tracker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.storage.Location;
import dev.manta.train.Metrics;
import dev.manta.train.NewCheckpoint;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.RunUpdate.WorkerState;
import dev.manta.train.Tracker;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PrometheusTest {
  private static final Prometheus ANY_PORT = Prometheus.onPort(0);

  @TempDir Path directory = Path.of("");

  private static HttpResponse<String> get(String address) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(
          HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
    }
  }

  private static String address() {
    return MetricsEndpoint.address(ANY_PORT).orElseThrow();
  }

  @Test
  void aRunIsServedWithItsStateAndItsLastMetrics() throws Exception {
    try (Tracker.Tracking tracking = ANY_PORT.open(TrackedRuns.fresh(directory))) {
      var workers =
          List.of(
              new WorkerState("w0", 0, "here", 7, "training"),
              new WorkerState("w1", 1, "here", 8, "training"));
      tracking.state(
          new RunUpdate("digits", TrackedRuns.BEGUN, RunStatus.RUNNING, 2, "all are in", workers));
      tracking.report(TrackedRuns.report(2, 41, Metrics.of("loss", 0.5)));
      tracking.report(TrackedRuns.report(2, 42, Metrics.of("v", Metrics.of("a\"b", Double.NaN))));
      tracking.checkpoint(
          new NewCheckpoint("c", 42, TrackedRuns.BEGUN, Metrics.empty(), Location.of(directory)));
      HttpResponse<String> response = get(address());
      assertThat(response.headers().firstValue("Content-Type"))
          .contains("application/openmetrics-text; version=1.0.0; charset=utf-8");
      assertThat(response.body())
          .contains("# TYPE manta_run_step gauge\n")
          .contains("\nmanta_run_step{run=\"digits\"} 42\n")
          .contains("\nmanta_run_status{run=\"digits\",status=\"running\"} 1\n")
          .contains("\nmanta_run_status{run=\"digits\",status=\"failed\"} 0\n")
          .contains("\nmanta_run_workers{run=\"digits\",state=\"training\"} 2\n")
          .contains("\nmanta_run_reports_total{run=\"digits\"} 2\n")
          .contains("\nmanta_run_checkpoints_total{run=\"digits\"} 1\n")
          .contains("\nmanta_metric{run=\"digits\",name=\"loss\"} 0.5\n")
          .contains("\nmanta_metric{run=\"digits\",name=\"v/a\\\"b\"} NaN\n")
          .endsWith("# EOF\n");
    }
  }

  @Test
  void everyMetricOfTheGrafanaDashboardIsServed() throws Exception {
    String dashboard = Files.readString(Path.of("../docs/grafana.json"));
    List<String> named =
        Pattern.compile("manta_[a-z_]+")
            .matcher(dashboard)
            .results()
            .map(MatchResult::group)
            .toList();
    assertThat(named).contains("manta_metric", "manta_run_status");
    try (Tracker.Tracking tracking = ANY_PORT.open(TrackedRuns.fresh(directory))) {
      var worker = new WorkerState("w0", 0, "here", 7, "training");
      tracking.state(
          new RunUpdate(
              "digits", TrackedRuns.BEGUN, RunStatus.RUNNING, 2, "all are in", List.of(worker)));
      tracking.report(TrackedRuns.report(2, 41, Metrics.of("loss", 0.5)));
      String page = get(address()).body();
      assertThat(named).allSatisfy(name -> assertThat(page).contains("\n" + name + "{"));
    }
  }

  @Test
  void runsOfOneProcessShareAPortUntilTheLastHasEnded() throws Exception {
    Tracker.Tracking one = ANY_PORT.open(TrackedRuns.fresh(directory));
    Tracker.Tracking other = ANY_PORT.open(TrackedRuns.fresh(directory));
    String address = address();
    assertThat(get(address).body().split("\nmanta_run_info", -1)).hasSize(3);
    one.close();
    assertThat(get(address).body().split("\nmanta_run_info", -1)).hasSize(2);
    other.close();
    assertThatThrownBy(() -> get(address)).isInstanceOf(ConnectException.class);
  }

  @Test
  void onlyThePageIsServed() throws Exception {
    try (Tracker.Tracking tracking = ANY_PORT.open(TrackedRuns.fresh(directory))) {
      assertThat(tracking).isNotNull();
      assertThat(get(address() + "/../../etc/passwd").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void aPortThatIsTakenIsNamed() throws Exception {
    try (var taken = new ServerSocket(0)) {
      Prometheus prometheus = Prometheus.onPort(taken.getLocalPort());
      assertThatThrownBy(() -> prometheus.open(TrackedRuns.fresh(directory)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("cannot serve metrics at ")
          .hasMessageContaining("choose another port, or 0 for a free one");
    }
  }

  @Test
  void theEnvironmentOfADriverAsksForTrackers() {
    RunConfig plain = RunConfig.named("digits");
    assertThat(EnvironmentTrackers.added(plain, Map.of())).isEqualTo(plain);
    assertThat(
            EnvironmentTrackers.added(
                    plain,
                    Map.of(
                        "MANTA_METRICS_PORT",
                        "9464",
                        "OTEL_EXPORTER_OTLP_ENDPOINT",
                        "http://collector:4318/",
                        "OTEL_EXPORTER_OTLP_HEADERS",
                        "api-key=secret=1, team = vision"))
                .trackers())
        .containsExactly(
            Prometheus.onPort(9464),
            new OpenTelemetry(
                URI.create("http://collector:4318/v1/traces"),
                "manta",
                Map.of("api-key", "secret=1", "team", "vision")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> EnvironmentTrackers.added(plain, Map.of("MANTA_METRICS_PORT", "metrics")))
        .withMessage("MANTA_METRICS_PORT is a port such as 9464, not \"metrics\"");
  }
}
