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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/// How soon the dashboard has what a page asks for, what somebody sees of it, and what it costs the
/// run that it shows. Times are those of a program that asks over HTTP; first paint and frames are
/// those of a browser, where there is one.
public final class DashboardBenchmark implements Benchmark {
  private static final int ROWS = 1_000_000;
  private static final int FEW = 1_000;
  private static final int MANY = 100_000;
  private static final int NAMES = 1_000;
  private static final Duration PEER_LIMIT = Duration.ofMinutes(45);

  private static final List<Question> QUESTIONS =
      List.of(
          Question.low("told", "ctx.report until the page shows it", "ms", Bar.of(250)),
          Question.low("open", "opening a run of 10,000,000 points", "s", Bar.timesPeer(10)),
          Question.low("chart", "a chart of 10,000,000 points", "ms", Bar.of(300)),
          Question.low("names", "the list of 1,000 metrics", "ms", Bar.of(300)),
          Question.low("few", "a list of 1,000 runs", "ms", Bar.of(300)),
          Question.low("many", "a list of 100,000 runs", "ms", Bar.of(2_000)),
          Question.low("manyFirst", "reading 100,000 runs the first time", "s", Bar.none()),
          Question.low("start", "start of the server", "ms", Bar.none()),
          Question.high("kept", "speed that a run keeps with all of it on", "%", Bar.of(99)),
          Question.low("paint", "first paint of a first visit", "ms", Bar.of(300)),
          Question.low("drawn", "first chart of a first visit", "ms", Bar.none()),
          Question.high("frames", "pictures a second, each of them moved", "/s", Bar.of(58)));

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
      examples.reports(place.resolve("long"), "long", ROWS, StoredExamples.METRICS);
      examples.reports(place.resolve("named"), "named", NAMES, NAMES);
      examples.runs(place.resolve("few"), FEW);
      examples.runs(place.resolve("many"), MANY);
      Samples samples =
          context.alternate("TensorBoard", () -> measure(place), peer(context, place));
      return QUESTIONS.stream()
          .filter(question -> isKnown(question, samples))
          .map(question -> question.answer(samples))
          .toList();
    }
  }

  /// Without a browser there is nothing to see.
  private static boolean isKnown(Question question, Samples samples) {
    return samples.mantaRuns().stream().anyMatch(run -> run.containsKey(question.figure()));
  }

  /// TensorBoard with all points kept, as the dashboard keeps them: until its page can have the
  /// first chart, and as `reader` its Python reader alone. It takes minutes, so it is measured
  /// once.
  private static Optional<Subject> peer(BenchContext context, Path place)
      throws IOException, InterruptedException {
    Path events = Files.createDirectories(place.resolve("events"));
    List<String> script = List.of("tensorboard_open.py");
    List<String> make = List.of("make", events.toString(), String.valueOf(ROWS));
    List<String> open = List.of("open", events.toString(), String.valueOf(ROWS));
    Optional<Subject> maker = context.peers().script("tensorboard", script, make, PEER_LIMIT);
    if (maker.isEmpty()) {
      return Optional.empty();
    }
    context.progress().accept("making an event file of 10,000,000 points for TensorBoard");
    try {
      maker.get().measure();
    } catch (IOException e) {
      context.progress().accept("TensorBoard is left out: " + e.getMessage());
      return Optional.empty();
    }
    return context
        .peers()
        .script("tensorboard", script, open, PEER_LIMIT)
        .map(DashboardBenchmark::once);
  }

  private static Subject once(Subject subject) {
    var done = new AtomicBoolean();
    return () -> done.getAndSet(true) ? Map.of() : subject.measure();
  }

  private static Map<String, Double> measure(Path place) throws IOException, InterruptedException {
    Map<String, Double> figures = new TreeMap<>();
    long begin = System.nanoTime();
    try (OpenedDashboard opened = OpenedDashboard.of(place.resolve("long"))) {
      figures.put("start", (System.nanoTime() - begin) / 1e6);
      figures.put("open", opened.open("long"));
      figures.put("chart", opened.chart("long"));
      figures.putAll(SeenPage.figures(opened, "long"));
    }
    try (OpenedDashboard opened = OpenedDashboard.of(place.resolve("named"))) {
      figures.put("names", opened.names("named", NAMES));
    }
    figures.put("few", OpenedDashboard.list(place.resolve("few"), FEW).again());
    OpenedDashboard.Lists many = OpenedDashboard.list(place.resolve("many"), MANY);
    figures.put("many", many.again());
    figures.put("manyFirst", many.first());
    figures.put("told", ToldPages.median());
    figures.put("kept", WatchedTraining.kept());
    return figures;
  }
}
