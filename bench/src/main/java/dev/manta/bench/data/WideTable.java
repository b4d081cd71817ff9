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

  private static final List<Question> READ =
      List.of(
          Question.high("cold", "2 GB of floats, first pass", UNIT, Bar.timesPeer(0.9)),
          Question.low(
              "process", "2 GB of floats, start of process to end of pass", "s", Bar.none()),
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
    Samples read = context.alternate("polars", manta("read"), polars());
    Samples sum =
        context.alternate(
            "pyarrow",
            manta("sum"),
            context.peers().script("pyarrow", List.of("wide_pyarrow.py"), List.of(folder)));
    return Stream.concat(
        READ.stream().map(question -> question.answer(read)),
        SUM.stream().map(question -> question.answer(sum)));
  }

  private Subject manta(String what) {
    return () -> {
      try (var scratch = Scratch.make()) {
        List<String> command = Jvm.launched(WideProgram.class, List.of(folder, what));
        return new Child(command, scratch.path(), LIMIT).figures();
      }
    };
  }

  /// The better of its two ways, for each figure.
  private Optional<Subject> polars() throws IOException, InterruptedException {
    Optional<Subject> table = polars("read");
    Optional<Subject> batches = polars("batches");
    if (table.isEmpty() || batches.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(() -> better(table.get().measure(), batches.get().measure()));
  }

  private Optional<Subject> polars(String way) throws IOException, InterruptedException {
    return context.peers().script("polars", List.of("wide_polars.py"), List.of(folder, way));
  }

  private static Map<String, Double> better(Map<String, Double> one, Map<String, Double> other) {
    Map<String, Double> best = new HashMap<>(one);
    other.forEach(
        (name, value) -> best.merge(name, value, name.equals("process") ? Math::min : Math::max));
    return best;
  }
}
