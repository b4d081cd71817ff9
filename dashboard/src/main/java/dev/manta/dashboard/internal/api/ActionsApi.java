package dev.manta.dashboard.internal.api;

import static dev.manta.dashboard.internal.api.Route.text;
import static dev.manta.dashboard.internal.api.Route.whole;

import dev.manta.dashboard.internal.runs.RunNotes;
import dev.manta.dashboard.internal.web.WebAnswer;
import dev.manta.internal.control.RunRequest;
import dev.manta.internal.control.RunRequests;
import dev.manta.internal.stored.StoredRun;
import dev.manta.spi.json.Bind;
import java.util.List;

/// What is asked of a run that is under way, as the commands `manta stop`, `scale` and `preempt`
/// do, and what people write about a run.
record ActionsApi(RunAccess runs) {
  private static final String BY = "dashboard";
  private static final int SECONDS_MAX = 7 * 24 * 3600;

  List<Route> routes() {
    return List.of(
        Route.post(
                "/api/runs/{run}/stop",
                "Stops it: its ranks leave at the same step, with a last checkpoint.",
                this::stop,
                new Route.Parameter(
                    "now", "boolean", "whether its workers end at once, without one"))
            .answers(Told.class),
        Route.post(
                "/api/runs/{run}/scale",
                "Asks it to have so many workers, where it was started with workers(min, max).",
                this::scale,
                whole("workers", "how many"))
            .answers(Told.class),
        Route.post(
                "/api/runs/{run}/preempt",
                "Tells it that workers will be taken away.",
                this::preempt,
                new Route.Parameter("ranks", "array", "whose; an empty list is all of them"),
                whole("seconds", "how long they still have"))
            .answers(Told.class),
        Route.post(
                "/api/runs/{run}/notes",
                "Puts tags and a note in place of those that it has.",
                this::notes,
                new Route.Parameter("tags", "array", "short texts"),
                text("note", "a text"))
            .answers(RunNotes.class));
  }

  private record Stop(boolean now) {}

  private WebAnswer stop(ApiCall call) {
    boolean now = call.body(Stop.class).now();
    return ask(runs.run(call), new RunRequest.Stop(now, BY));
  }

  private record Scale(int workers) {}

  private WebAnswer scale(ApiCall call) {
    int workers = call.body(Scale.class).workers();
    if (workers < 1) {
      throw new IllegalArgumentException("workers must be at least 1, not " + workers);
    }
    return ask(runs.run(call), new RunRequest.Scale(workers, BY));
  }

  private record Preempt(List<Integer> ranks, int seconds) {}

  private WebAnswer preempt(ApiCall call) {
    Preempt asked = call.body(Preempt.class);
    if (asked.seconds() < 0 || asked.seconds() > SECONDS_MAX) {
      throw new IllegalArgumentException(
          "seconds must be from 0 to %s, not %s".formatted(SECONDS_MAX, asked.seconds()));
    }
    StoredRun run = runs.run(call);
    asked.ranks().forEach(run::requireRank);
    return ask(run, new RunRequest.Preempt(asked.ranks(), asked.seconds() * 1000L, BY));
  }

  /// @param told who was told
  private record Told(String told) {}

  private static WebAnswer ask(StoredRun run, RunRequest request) {
    run.requireUnderWay();
    RunRequests.ask(run.location(), request);
    return WebAnswer.json(Bind.write(new Told(run.name())));
  }

  private WebAnswer notes(ApiCall call) {
    RunNotes notes = call.body(RunNotes.class);
    StoredRun run = runs.run(call);
    notes.write(run.location());
    runs.index().readAgain(run.location().name());
    return WebAnswer.json(Bind.write(notes));
  }
}
