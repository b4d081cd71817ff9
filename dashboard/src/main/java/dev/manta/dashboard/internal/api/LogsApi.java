package dev.manta.dashboard.internal.api;

import static dev.manta.dashboard.internal.api.Route.text;
import static dev.manta.dashboard.internal.api.Route.whole;

import dev.manta.dashboard.internal.runs.RunLogs;
import dev.manta.dashboard.internal.web.WebAnswer;
import dev.manta.spi.json.Bind;
import java.util.List;

/// What the workers of a run have printed.
record LogsApi(RunAccess runs) {
  private static final int BYTES = 64 << 10;
  private static final int BYTES_MAX = 4 << 20;
  private static final int MATCHES = 200;
  private static final int MATCHES_MAX = 5_000;

  List<Route> routes() {
    return List.of(
        Route.get("/api/runs/{run}/logs", "The logs of its workers, by rank.", this::list)
            .answersAll(RunLogs.LogFile.class),
        Route.get(
                "/api/runs/{run}/logs/{file}",
                "A part of a log, cut after whole lines.",
                this::part,
                whole("from", "where it begins in bytes; what is negative counts from the end"),
                whole("bytes", "how much"))
            .answers(RunLogs.Part.class),
        Route.get(
                "/api/runs/{run}/log-search",
                "The first lines of all logs that have a text.",
                this::search,
                text("text", "the text, in upper or lower case"),
                whole("rank", "whose logs; unless given, those of all ranks"),
                whole("limit", "how many lines"))
            .answers(RunLogs.Found.class));
  }

  private WebAnswer list(ApiCall call) {
    return WebAnswer.json(Bind.write(runs.watched(call).logs().files()));
  }

  private WebAnswer part(ApiCall call) {
    long from = call.request().whole("from", -BYTES);
    int bytes = call.request().within("bytes", BYTES, 1, BYTES_MAX);
    String file = call.name("file");
    RunLogs.Part part =
        runs.watched(call)
            .logs()
            .part(file, from, bytes)
            .orElseThrow(() -> new Absent("there is no log \"" + file + "\""));
    return WebAnswer.json(Bind.write(part));
  }

  private WebAnswer search(ApiCall call) {
    String text =
        call.request()
            .find("text")
            .orElseThrow(() -> new IllegalArgumentException("text is what to look for"));
    int limit = call.request().within("limit", MATCHES, 1, MATCHES_MAX);
    return WebAnswer.json(
        Bind.write(runs.watched(call).logs().search(text, call.request().rank(), limit)));
  }
}
