package dev.manta.dashboard.internal.api;

import static dev.manta.dashboard.internal.api.Route.text;

import dev.manta.dashboard.internal.runs.RunChanges;
import dev.manta.dashboard.internal.runs.RunsNews;
import dev.manta.dashboard.internal.runs.WatchedRun;
import dev.manta.dashboard.internal.web.TimedWrites;
import dev.manta.dashboard.internal.web.WebAnswer;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.JsonString;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;

/// Tells pages what is new in runs, as server-sent events. A slow page misses what came in between,
/// as every event says how far a run has come.
record EventsApi(RunAccess runs, Semaphore places) {
  private static final int PAGES_MAX = 1_000;
  private static final TimedWrites WRITES = new TimedWrites(Duration.ofSeconds(60));
  private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(15);

  EventsApi(RunAccess runs) {
    this(runs, new Semaphore(PAGES_MAX));
  }

  List<Route> routes() {
    return List.of(
        Route.get(
            "/api/events",
            "Server-sent events of several runs over one connection: how far a run has come, each"
                + " time that something is new.",
            call -> events(runs.named(call)),
            text("run", "a run; may be repeated")),
        Route.get(
            "/api/runs/{run}/events",
            "The same of one run.",
            call -> events(List.of(call.name("run")))));
  }

  private WebAnswer events(List<String> names) {
    Map<String, WatchedRun> watched = new LinkedHashMap<>();
    names.forEach(name -> watched.put(name, runs.watched(name)));
    if (places.availablePermits() == 0) {
      return WebAnswer.error(
          WebAnswer.BUSY, PAGES_MAX + " pages are open; close some and try again");
    }
    return new WebAnswer.Streamed(
        Map.of("Content-Type", "text/event-stream"), out -> write(watched, out));
  }

  private void write(Map<String, WatchedRun> watched, OutputStream out)
      throws IOException, InterruptedException {
    places.acquire();
    try (var news = new RunsNews(watched)) {
      while (true) {
        Map<String, RunChanges> now = news.await(SIGN_OF_LIFE);
        WRITES.write(events(now).getBytes(StandardCharsets.UTF_8), out);
      }
    } finally {
      places.release();
    }
  }

  /// A comment shows whether somebody is still there.
  private static String events(Map<String, RunChanges> news) {
    return news.isEmpty()
        ? ": still here\n\n"
        : news.entrySet().stream()
            .map(each -> event(each.getKey(), each.getValue()))
            .collect(Collectors.joining());
  }

  private static String event(String run, RunChanges now) {
    return "data: " + Bind.write(now).asObject().with("run", new JsonString(run)).text() + "\n\n";
  }
}
