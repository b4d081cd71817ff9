package dev.manta.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.dashboard.SmallRuns.Config;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.storage.Location;
import dev.manta.train.RunStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a page hears of runs, and reads of them, while they train.
@Timeout(300)
class FollowedRunsTest {
  @Test
  void aRunIsFollowedWhileItTrains(@TempDir Path place) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Dashboard own = Dashboard.open(DashboardConfig.of(Location.of(place)))) {
      Asked live = Asked.of(own);
      var running =
          threads.submit(() -> SmallRuns.fit(place, "live", new Config(0.1, 3_000, 0, "")));
      while (live.get("/api/runs/live").statusCode() == 404) {
        Thread.onSpinWait();
      }
      HttpResponse<InputStream> events =
          live.client()
              .send(
                  live.request("/api/runs/live/events").build(),
                  HttpResponse.BodyHandlers.ofInputStream());
      try (var lines =
          new BufferedReader(new InputStreamReader(events.body(), StandardCharsets.UTF_8))) {
        assertThat(lastRows(lines)).isEqualTo(6_000);
      }
      assertThat(running.get().status()).isEqualTo(RunStatus.FINISHED);
    }
  }

  private static long lastRows(BufferedReader lines) throws IOException {
    long rows = -1;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("data: ")) {
        JsonObject event = Json.parse(line.substring("data: ".length())).asObject();
        assertThat(event.get("rows").asLong()).isGreaterThanOrEqualTo(rows);
        rows = event.get("rows").asLong();
        if (event.get("status").asText().equals("finished") && rows == 6_000) {
          return rows;
        }
      }
    }
    return rows;
  }

  @Test
  void severalRunsAreFollowedOverOneConnection(@TempDir Path place) throws Exception {
    SmallRuns.fit(place, "one", new Config(0.1, 3, 0, ""));
    SmallRuns.fit(place, "other", new Config(0.1, 3, 0, ""));
    try (Dashboard own = Dashboard.open(DashboardConfig.of(Location.of(place)))) {
      Asked asked = Asked.of(own);
      HttpResponse<InputStream> events =
          asked
              .client()
              .send(
                  asked.request("/api/events?run=one&run=other").build(),
                  HttpResponse.BodyHandlers.ofInputStream());
      assertThat(firstTwo(events.body())).containsExactly("one", "other");
      assertThat(asked.get("/api/events").statusCode()).isEqualTo(400);
      assertThat(asked.get("/api/events?run=one&run=nobody").statusCode()).isEqualTo(404);
    }
  }

  private static Set<String> firstTwo(InputStream events) throws IOException {
    Set<String> told = new TreeSet<>();
    try (var lines = new BufferedReader(new InputStreamReader(events, StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); told.size() < 2; line = lines.readLine()) {
        if (line.startsWith("data: ")) {
          told.add(Json.parse(line.substring("data: ".length())).asObject().get("run").asText());
        }
      }
    }
    return told;
  }

  @Test
  void theStepOfARunIsThatOfItsNewestReport(@TempDir Path place) throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        Dashboard own = Dashboard.open(DashboardConfig.of(Location.of(place)))) {
      Asked live = Asked.of(own);
      var running =
          threads.submit(() -> SmallRuns.fit(place, "live", new Config(0.1, 1_000_000, -1, "")));
      while (live.get("/api/runs/live").statusCode() == 404
          || live.json("/api/runs/live/metrics").asObject().get("rows").asLong() < 1_000) {
        Thread.onSpinWait();
      }
      JsonObject shown = live.json("/api/runs/live").asObject();
      live.post("/api/runs/live/stop", "{\"now\":true}");
      running.get();
      assertThat(shown.get("detail").asObject().get("run").asObject().get("step").asLong())
          .isGreaterThan(100);
      assertThat(shown.get("steps").asObject().get("1").asLong()).isGreaterThan(100);
    }
  }
}
