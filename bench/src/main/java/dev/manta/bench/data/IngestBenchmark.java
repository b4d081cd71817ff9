package dev.manta.bench.data;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Child;
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

/// How fast training gets its rows from Parquet files, beside Ray Data and torch's DataLoader.
public final class IngestBenchmark implements Benchmark {
  private static final long ROWS = 2_000_000;
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final String UNIT = "rows/s";

  private static final List<Question> QUESTIONS =
      List.of(
          Question.high("plain", "in order", UNIT, Bar.timesPeer(3)),
          Question.high("window", "shuffled in windows", UNIT, Bar.timesPeer(4)),
          Question.high("share", "window shuffle, share of in order", "1", Bar.of(0.85)),
          Question.high("global", "shuffled as a whole", UNIT, Bar.timesPeer(3)),
          Question.low("first", "to the first batch", "s", Bar.timesPeer(5)),
          Question.low("resume", "to go on in the middle", "s", Bar.of(0.5)),
          Question.low("resume-billion", "to go on at row 1,000,000,000", "s", Bar.of(0.1)),
          Question.high("loader", "in order, beside DataLoader", UNIT, Bar.none()));

  @Override
  public String name() {
    return "ingest";
  }

  @Override
  public String summary() {
    return "rows per second from a folder of Parquet files";
  }

  @Override
  public int rounds() {
    return 3;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      Path folder = scratch.path().resolve("data");
      context.progress().accept("writing 2 million rows");
      IngestData.write(folder, ROWS);
      Samples samples = context.alternate("ray", manta(folder), peers(context, folder));
      return QUESTIONS.stream().map(question -> question.answer(samples)).toList();
    }
  }

  private static Subject manta(Path folder) {
    return () -> {
      try (var scratch = Scratch.make()) {
        return Child.java(IngestProgram.class, List.of(folder.toString()), scratch.path(), LIMIT)
            .figures();
      }
    };
  }

  private static Optional<Subject> peers(BenchContext context, Path folder)
      throws IOException, InterruptedException {
    List<String> arguments = List.of(folder.toString());
    Optional<Subject> ray =
        context.peers().script("ray", List.of("ray_peer.py", "ray_ingest.py"), arguments);
    Optional<Subject> loader =
        context.peers().script("torch", List.of("loader_ingest.py"), arguments);
    return ray.map(first -> loader.map(second -> both(first, second)).orElse(first));
  }

  private static Subject both(Subject first, Subject second) {
    return () -> {
      Map<String, Double> all = new HashMap<>(first.measure());
      all.putAll(second.measure());
      return all;
    };
  }
}
