package dev.manta.bench.data;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Child;
import dev.manta.bench.Jvm;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.Scratch;
import dev.manta.bench.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// How fast one process reads 2 GB of floats, beside Polars, and reads and sums them, beside
/// pyarrow.
final class WideTable {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final String UNIT = "GB/s";
  private static final Bar BAR_FIRST = Bar.timesPeer(0.9);

  /// A first pass is short and differs from one process to the next: so many of them in a round.
  private static final int PROCESSES = 3;

  /// Both sides load their code in the time that has a bar. Python does so before the line that the
  /// other clock starts at, a JVM behind it.
  private static final List<Question> FIRST =
      List.of(
          Question.low(
              "process", "2 GB of floats, start of process to end of pass", "s", BAR_FIRST),
          Question.high("cold", "2 GB of floats, first pass behind imports", UNIT, Bar.none()));

  private static final List<Question> READ =
      List.of(
          Question.high("second", "2 GB of floats, second pass", UNIT, Bar.none()),
          Question.high("warm", "2 GB of floats, later passes", UNIT, Bar.timesPeer(1.1)));

  private static final List<Question> SUM =
      List.of(
          Question.high("cold", "2 GB summed up, first pass", UNIT, Bar.timesPeer(1)),
          Question.high("second", "2 GB summed up, second pass", UNIT, Bar.none()),
          Question.high("warm", "2 GB summed up, later passes", UNIT, Bar.timesPeer(1)));

  private final BenchContext context;
  private final String folder;

  WideTable(BenchContext context, Path folder) {
    this.context = context;
    this.folder = folder.toString();
  }

  Stream<BenchResult> results() throws IOException, InterruptedException {
    var often = new BenchContext(context.peers(), PROCESSES * context.rounds(), context.progress());
    Samples first = often.alternate("polars", manta("read", "once"), polars("once"));
    Samples read = context.alternate("polars", manta("read", "often"), polars("often"));
    Samples sum =
        context.alternate(
            "pyarrow",
            manta("sum", "often"),
            context.peers().script("pyarrow", List.of("wide_pyarrow.py"), List.of(folder)));
    return Stream.of(
            FIRST.stream().map(question -> question.answer(first)),
            READ.stream().map(question -> question.answer(read)),
            SUM.stream().map(question -> question.answer(sum)))
        .flatMap(each -> each);
  }

  private Subject manta(String what, String times) {
    return () -> {
      try (var scratch = Scratch.make()) {
        List<String> command = Jvm.launched(WideProgram.class, List.of(folder, what, times));
        return new Child(command, scratch.path(), LIMIT).figures();
      }
    };
  }

  /// The better of its two ways, for each figure.
  private Optional<Subject> polars(String times) throws IOException, InterruptedException {
    Optional<Subject> table = polars("read", times);
    Optional<Subject> batches = polars("batches", times);
    if (table.isEmpty() || batches.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(() -> better(table.get().measure(), batches.get().measure()));
  }

  private Optional<Subject> polars(String way, String times)
      throws IOException, InterruptedException {
    return context.peers().script("polars", List.of("wide_polars.py"), List.of(folder, way, times));
  }

  private static Map<String, Double> better(Map<String, Double> one, Map<String, Double> other) {
    Map<String, Double> best = new HashMap<>(one);
    other.forEach(
        (name, value) -> best.merge(name, value, name.equals("process") ? Math::min : Math::max));
    return best;
  }
}
