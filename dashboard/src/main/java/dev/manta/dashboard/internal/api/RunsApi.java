package dev.manta.dashboard.internal.api;

import static dev.manta.dashboard.internal.api.Route.text;
import static dev.manta.dashboard.internal.api.Route.whole;

import dev.manta.dashboard.internal.curve.RunCurves;
import dev.manta.dashboard.internal.runs.ListedRun;
import dev.manta.dashboard.internal.runs.RankTimeline;
import dev.manta.dashboard.internal.runs.RunIndex;
import dev.manta.dashboard.internal.runs.RunNotes;
import dev.manta.dashboard.internal.runs.RunQuery;
import dev.manta.dashboard.internal.web.WebAnswer;
import dev.manta.dashboard.internal.web.WebRequest;
import dev.manta.internal.stored.RunDetail;
import dev.manta.internal.stored.RunReasons;
import dev.manta.internal.stored.RunSide;
import dev.manta.internal.stored.RunStory;
import dev.manta.internal.stored.StoredRun;
import dev.manta.spi.json.Bind;
import dev.manta.train.CheckpointConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/// The list of runs, a run, several runs side by side.
record RunsApi(RunAccess runs) {
  private static final Duration PATIENCE = Duration.ofMillis(1_500);
  private static final int LIMIT = 100;
  private static final int LIMIT_MAX = 1_000;

  List<Route> routes() {
    return List.of(
        Route.get(
                "/api/runs",
                "The runs of this storage, those that changed last first.",
                this::list,
                text("search", "a text that they mention"),
                text("filter", "a condition such as metrics/loss<0.5; may be repeated"),
                text("sort", "a value by name, such as -changed or metrics/loss"),
                whole("offset", "how many to leave out"),
                whole("limit", "how many to show"))
            .answers(RunList.class),
        Route.get(
                "/api/run-groups",
                "The runs of this storage in groups, the largest first: how many they are, and how their"
                    + " last metrics spread.",
                this::groups,
                text("by", "tag, or a value by name, such as config/lr"),
                text("search", "a text that they mention"),
                text("filter", "a condition such as metrics/loss<0.5; may be repeated"))
            .answers(RunIndex.GroupedAnswer.class),
        Route.get("/api/runs/{run}", "All about a run but its curves and logs.", this::detail)
            .answers(ShownRun.class),
        Route.get(
                "/api/runs/{run}/timeline",
                "What each rank did when, and what stands out.",
                this::timeline)
            .answers(ShownTimeline.class),
        Route.get("/api/runs/{run}/history", "Every record of its control log.", this::history)
            .answersAll(RunStory.Line.class),
        Route.get(
                "/api/compare",
                "Runs side by side: configs, last metrics, those of the best checkpoint.",
                this::compare,
                text("run", "a run; may be repeated"))
            .answersAll(RunSide.class));
  }

  /// @param complete whether all runs were looked at; where not, ask again
  private record RunList(
      String storage, boolean complete, int total, List<ListedRun> runs, boolean single) {}

  private WebAnswer list(ApiCall call) throws InterruptedException {
    RunIndex.Answer answer = runs.index().find(query(call.request()), PATIENCE);
    RunQuery.Page page = answer.page();
    return WebAnswer.json(
        Bind.write(
            new RunList(
                runs.root().shown(),
                answer.complete(),
                page.total(),
                page.runs(),
                runs.only().isPresent())));
  }

  private static RunQuery query(WebRequest request) {
    return new RunQuery(
        request.find("search").orElse(""),
        request.all("filter").stream().filter(each -> !each.isBlank()).toList(),
        request.find("sort").orElse("-changed"),
        request.within("offset", 0, 0, Integer.MAX_VALUE),
        request.within("limit", LIMIT, 1, LIMIT_MAX));
  }

  private WebAnswer groups(ApiCall call) throws InterruptedException {
    String by = call.request().find("by").orElse("tag");
    return WebAnswer.json(Bind.write(runs.index().group(query(call.request()), by, PATIENCE)));
  }

  /// @param underWay whether somebody may be at work on it, so that it can be told something
  /// @param steps how far each rank has come, by rank, as far as its reports were read
  /// @param why why it stands where it stands, and how it could do better
  private record ShownRun(
      String id,
      RunDetail detail,
      boolean underWay,
      List<String> tags,
      String note,
      Optional<CheckpointConfig.Score> score,
      Map<String, Long> steps,
      RunReasons why) {}

  private WebAnswer detail(ApiCall call) {
    StoredRun run = runs.run(call);
    RunNotes notes = RunNotes.of(run.location());
    RunDetail detail = RunDetail.of(run, RunStory.changes(run.records()));
    Map<String, Long> steps = new TreeMap<>();
    run.state().current().steps().forEach((rank, step) -> steps.put(String.valueOf(rank), step));
    Map<Integer, Long> reported = runs.watched(call).curves().steps();
    reported.forEach((rank, step) -> steps.merge(String.valueOf(rank), step, Math::max));
    return WebAnswer.json(
        Bind.write(
            new ShownRun(
                run.location().name(),
                detail,
                run.mayBeUnderWay(),
                notes.tags(),
                notes.note(),
                run.file().score(),
                steps,
                RunReasons.of(run, run.name()))));
  }

  private record ShownTimeline(List<RankTimeline.Span> spans, List<ShownMark> marks) {}

  /// @param epoch how many epochs were done, as far as reports were read
  private record ShownMark(
      Instant at, int attempt, String kind, OptionalLong step, OptionalDouble epoch, String text) {
    static ShownMark of(RankTimeline.Mark mark, RunCurves curves) {
      OptionalDouble epoch =
          mark.step().isPresent()
              ? curves.epoch(mark.attempt(), mark.step().getAsLong())
              : OptionalDouble.empty();
      return new ShownMark(mark.at(), mark.attempt(), mark.kind(), mark.step(), epoch, mark.text());
    }
  }

  private WebAnswer timeline(ApiCall call) {
    StoredRun run = runs.run(call);
    Instant end = run.mayBeUnderWay() ? Instant.now() : run.changed();
    RankTimeline line = RankTimeline.of(run.records(), end);
    RunCurves curves = runs.watched(call).curves();
    List<ShownMark> marks = line.marks().stream().map(mark -> ShownMark.of(mark, curves)).toList();
    return WebAnswer.json(Bind.write(new ShownTimeline(line.spans(), marks)));
  }

  private WebAnswer history(ApiCall call) {
    return WebAnswer.json(Bind.write(RunStory.all(runs.run(call).records())));
  }

  private WebAnswer compare(ApiCall call) {
    List<RunSide> sides = runs.named(call).stream().map(runs::run).map(RunSide::of).toList();
    return WebAnswer.json(Bind.write(sides));
  }
}
