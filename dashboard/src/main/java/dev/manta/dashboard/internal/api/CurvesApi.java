package dev.manta.dashboard.internal.api;

import static dev.manta.dashboard.internal.api.Route.number;
import static dev.manta.dashboard.internal.api.Route.text;
import static dev.manta.dashboard.internal.api.Route.whole;

import dev.manta.Result;
import dev.manta.dashboard.internal.curve.CurveRange;
import dev.manta.dashboard.internal.curve.CurveSegment;
import dev.manta.dashboard.internal.curve.RunCurves;
import dev.manta.dashboard.internal.runs.WatchedRun;
import dev.manta.dashboard.internal.web.WebAnswer;
import dev.manta.dashboard.internal.web.WebRequest;
import dev.manta.internal.stored.StoredRun;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.JsonBytes;
import dev.manta.train.History;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/// What a run has reported: which metrics there are, their curves, all of it as a file.
record CurvesApi(RunAccess runs) {
  private static final Duration PATIENCE = Duration.ofMillis(1_500);
  private static final int POINTS = 1_000;
  private static final int POINTS_MAX = 20_000;
  private static final int METRICS_MAX = 64;

  List<Route> routes() {
    return List.of(
        Route.get("/api/runs/{run}/metrics", "The metrics that it has reported.", this::metrics)
            .answers(MetricList.class),
        Route.get(
                "/api/runs/{run}/curves",
                "Curves, in so many points: of each point the mean of the values behind it, and where"
                    + " these are several the smallest and the largest.",
                this::curves,
                text("metric", "its name, nested ones joined by /; may be repeated"),
                whole("rank", "whose; unless given, reduced over ranks as the run says"),
                text("axis", "step, epoch, or time, which is in milliseconds since 1970"),
                number("from", "where the picture begins on the axis"),
                number("to", "where it ends"),
                whole("points", "how many points an attempt may have"))
            .answers(Curves.class),
        Route.get("/api/runs/{run}/metrics.csv", "Every report, as CSV.", this::csv)
            .answersFile("text/csv"));
  }

  /// @param epochs how many epochs the newest attempt has seen
  private record MetricList(
      boolean complete,
      long rows,
      int epochs,
      boolean cut,
      List<RunCurves.Metric> metrics,
      List<String> problems) {}

  private WebAnswer metrics(ApiCall call) throws InterruptedException {
    WatchedRun run = runs.watched(call);
    boolean complete = run.refresh(PATIENCE);
    RunCurves curves = run.curves();
    return WebAnswer.json(
        Bind.write(
            new MetricList(
                complete,
                curves.rows(),
                curves.epochs(),
                curves.isCut(),
                curves.metrics(),
                run.problems())));
  }

  /// What is written by hand, as it is large.
  private record Curves(boolean complete, long rows, List<NamedCurve> curves) {}

  private record NamedCurve(String metric, List<Segment> segments) {}

  /// @param min where a point stands for several values
  private record Segment(
      int attempt,
      OptionalDouble undoneFrom,
      List<Double> x,
      List<Double> mean,
      Optional<List<Double>> min,
      Optional<List<Double>> max) {}

  private WebAnswer curves(ApiCall call) throws InterruptedException {
    WebRequest request = call.request();
    List<String> metrics = request.all("metric").stream().distinct().toList();
    if (metrics.isEmpty() || metrics.size() > METRICS_MAX) {
      throw new IllegalArgumentException(
          "ask for 1 to %s metrics at once, not %s".formatted(METRICS_MAX, metrics.size()));
    }
    CurveRange range = range(request);
    OptionalInt rank = request.rank();
    WatchedRun run = runs.watched(call);
    boolean complete = run.refresh(PATIENCE);
    var out = new JsonBytes(1 << 16);
    out.raw('{').key("complete").ascii(String.valueOf(complete));
    out.raw(',').key("rows").number(run.curves().rows());
    out.raw(',').key("curves").raw('[');
    for (int i = 0; i < metrics.size(); i++) {
      out.ascii(i == 0 ? "" : ",").raw('{').key("metric").string(metrics.get(i));
      write(run.curves().segments(metrics.get(i), rank, range), out);
      out.raw('}');
    }
    return WebAnswer.json(out.raw(']').raw('}').toByteArray());
  }

  private static void write(List<CurveSegment> segments, JsonBytes out) {
    out.raw(',').key("segments").raw('[');
    for (int i = 0; i < segments.size(); i++) {
      out.ascii(i == 0 ? "" : ",");
      segments.get(i).writeTo(out);
    }
    out.raw(']');
  }

  private static CurveRange range(WebRequest request) {
    return new CurveRange(
        axis(request.find("axis").orElse("step")),
        request.number("from", Double.NEGATIVE_INFINITY),
        request.number("to", Double.POSITIVE_INFINITY),
        request.within("points", POINTS, 1, POINTS_MAX));
  }

  private static CurveRange.Axis axis(String name) {
    return Arrays.stream(CurveRange.Axis.values())
        .filter(axis -> axis.name().toLowerCase(Locale.ROOT).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException("axis is step, epoch or time, not \"" + name + "\""));
  }

  private WebAnswer csv(ApiCall call) {
    StoredRun run = runs.run(call);
    History history = Result.fromPath(run.location().toString()).history();
    return WebAnswer.download(
        "text/csv; charset=utf-8",
        run.name() + ".csv",
        out -> {
          var text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
          history.writeCsv(text);
          text.flush();
        });
  }
}
