package dev.manta.dashboard.internal.api;

import dev.manta.dashboard.internal.runs.RunChanges;
import dev.manta.dashboard.internal.runs.WatchedRun;
import dev.manta.dashboard.internal.web.TimedWrites;
import dev.manta.dashboard.internal.web.WebAnswer;
import dev.manta.spi.json.Bind;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;

/// Tells pages what is new in a run, as server-sent events. A slow page misses what came in
/// between, as every event says how far the run has come.
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
            "/api/runs/{run}/events",
            "Server-sent events: how far the run has come, each time that something is new.",
            this::events));
  }

  private WebAnswer events(ApiCall call) {
    WatchedRun run = runs.watched(call);
    if (places.availablePermits() == 0) {
      return WebAnswer.error(
          WebAnswer.BUSY, PAGES_MAX + " pages are open; close some and try again");
    }
    return new WebAnswer.Streamed(
        Map.of("Content-Type", "text/event-stream"), out -> write(run, out));
  }

  private void write(WatchedRun run, OutputStream out) throws IOException, InterruptedException {
    places.acquire();
    try (WatchedRun.Listening _ = run.listen()) {
      RunChanges seen = RunChanges.NONE;
      while (true) {
        RunChanges now = run.await(seen, SIGN_OF_LIFE);
        WRITES.write(event(now, seen).getBytes(StandardCharsets.UTF_8), out);
        seen = now;
      }
    } finally {
      places.release();
    }
  }

  /// A comment shows whether somebody is still there.
  private static String event(RunChanges now, RunChanges seen) {
    return now.equals(seen) ? ": still here\n\n" : "data: " + Bind.write(now).text() + "\n\n";
  }
}
