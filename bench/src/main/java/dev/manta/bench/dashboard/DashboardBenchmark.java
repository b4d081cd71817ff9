package dev.manta.bench.dashboard;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.Scratch;
import dev.manta.bench.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// How soon the dashboard has what a page asks for. All times are those of a program that asks over
/// HTTP; a browser's drawing is not in them.
public final class DashboardBenchmark implements Benchmark {
  private static final int ROWS = 1_000_000;
  private static final int PEER_ROWS = 100_000;
  private static final int FEW = 1_000;
  private static final int MANY = 100_000;

  private static final List<Question> QUESTIONS =
      List.of(
          Question.low("told", "a report until pages are told", "ms", Bar.of(250)),
          Question.low("chart", "a chart of 10,000,000 points", "ms", Bar.of(300)),
          Question.low("first", "reading 10,000,000 points the first time", "s", Bar.none()),
          Question.low("open", "opening a run of 1,000,000 points", "s", Bar.timesPeer(10)),
          Question.low("few", "a list of 1,000 runs", "ms", Bar.of(300)),
          Question.low("many", "a list of 100,000 runs", "ms", Bar.of(2_000)),
          Question.low("manyFirst", "reading 100,000 runs the first time", "s", Bar.none()),
          Question.low("start", "start of the server", "ms", Bar.none()));

  @Override
  public String name() {
    return "dashboard";
  }

  @Override
  public String summary() {
    return "the dashboard with 10,000,000 points, and with 100,000 runs, against TensorBoard";
  }

  @Override
  public int rounds() {
    return 3;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      context.progress().accept("making runs with 10,000,000 points, and 100,000 runs");
      Path place = scratch.path();
      StoredExamples examples = StoredExamples.make(place.resolve("made"));
      examples.reports(place.resolve("long"), "long", ROWS);
      examples.reports(place.resolve("shorter"), "shorter", PEER_ROWS);
      examples.runs(place.resolve("few"), FEW);
      examples.runs(place.resolve("many"), MANY);
      Samples samples =
          context.alternate("TensorBoard", () -> measure(place, examples), peer(context, place));
      return QUESTIONS.stream().map(question -> question.answer(samples)).toList();
    }
  }

  /// TensorBoard's own reader, with all points kept, as the dashboard keeps them.
  private static Optional<Subject> peer(BenchContext context, Path place)
      throws IOException, InterruptedException {
    Path events = Files.createDirectories(place.resolve("events"));
    List<String> script = List.of("tensorboard_open.py");
    Optional<Subject> make =
        context
            .peers()
            .script(
                "tensorboard",
                script,
                List.of("make", events.toString(), String.valueOf(PEER_ROWS)));
    if (make.isPresent()) {
      context.progress().accept("making an event file of 1,000,000 points for TensorBoard");
      make.get().measure();
    }
    return context.peers().script("tensorboard", script, List.of("open", events.toString()));
  }

  private static Map<String, Double> measure(Path place, StoredExamples examples)
      throws IOException, InterruptedException {
    Map<String, Double> figures = new TreeMap<>();
    OpenedDashboard.Charts charts = OpenedDashboard.curves(place.resolve("long"), "long");
    figures.put("start", charts.start());
    figures.put("first", charts.first());
    figures.put("chart", charts.chart());
    figures.put("open", OpenedDashboard.curves(place.resolve("shorter"), "shorter").first());
    figures.put("few", OpenedDashboard.list(place.resolve("few"), FEW).again());
    OpenedDashboard.Lists many = OpenedDashboard.list(place.resolve("many"), MANY);
    figures.put("many", many.again());
    figures.put("manyFirst", many.first());
    figures.put("told", new ToldPages(examples).median());
    return figures;
  }
}
