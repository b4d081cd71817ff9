package dev.manta.dashboard.internal.api;

import static dev.manta.dashboard.internal.api.Route.text;

import dev.manta.dashboard.internal.runs.RunChanges;
import dev.manta.dashboard.internal.runs.RunsNews;
import dev.manta.dashboard.internal.runs.WatchedRun;
import dev.manta.dashboard.internal.web.TimedWrites;
import dev.manta.dashboard.internal.web.WebAnswer;
import dev.manta.spi.json.JsonBytes;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

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
                text("run", "a run; may be repeated"))
            .answersFile("text/event-stream"),
        Route.get(
                "/api/runs/{run}/events",
                "The same of one run.",
                call -> events(List.of(call.name("run"))))
            .answersFile("text/event-stream"));
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
        WRITES.write(events(now), out);
      }
    } finally {
      places.release();
    }
  }

  /// A comment shows whether somebody is still there. Hundreds of pages are told many times a
  /// second, so no object is made for a value.
  private static byte[] events(Map<String, RunChanges> news) {
    var out = new JsonBytes();
    if (news.isEmpty()) {
      out.ascii(": still here\n\n");
    }
    news.forEach((run, now) -> event(run, now, out));
    return out.toByteArray();
  }

  private static void event(String run, RunChanges now, JsonBytes out) {
    out.ascii("data: {").key("run").string(run);
    out.raw(',').key("rows").number(now.rows());
    out.raw(',').key("records").number(now.records());
    out.raw(',').key("status").string(now.status());
    out.raw(',').key("logBytes").number(now.logBytes());
    out.ascii("}\n\n");
  }
}
