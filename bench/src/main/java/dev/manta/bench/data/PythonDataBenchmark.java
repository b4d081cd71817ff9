package dev.manta.bench.data;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Peers;
import dev.manta.bench.Question;
import dev.manta.bench.Rival;
import dev.manta.bench.Samples;
import dev.manta.bench.Scratch;
import dev.manta.bench.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// How fast a rank in Python gets the rows of Parquet files as tensors, beside Ray Data.
public final class PythonDataBenchmark implements Benchmark {
  private static final long ROWS = 2_000_000;
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final double TIMES_RAY = 3;

  private static final List<Question> QUESTIONS =
      List.of(
          Question.high("large", "batches of 4096 rows", "rows/s", Bar.timesPeer(TIMES_RAY)),
          Question.high("small", "batches of 256 rows", "rows/s", Bar.timesPeer(TIMES_RAY)));

  @Override
  public String name() {
    return "python-data";
  }

  @Override
  public String summary() {
    return "rows per second that a rank in Python gets as tensors";
  }

  @Override
  public int rounds() {
    return 3;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    Peers peers = context.peers();
    Path python = peers.pythonWith("torch");
    try (var scratch = Scratch.make()) {
      Path folder = scratch.path().resolve("data");
      context.progress().accept("writing 2 million rows");
      IngestData.write(folder, ROWS);
      Optional<Subject> ray =
          peers.script("ray", List.of("ray_peer.py", "ray_batches.py"), List.of(folder.toString()));
      List<Samples> samples =
          context.alternate(
              () ->
                  Peers.measured(
                      PythonDataProgram.class, python, List.of(folder.toString()), LIMIT),
              List.of(new Rival("ray", ray)));
      return QUESTIONS.stream().map(question -> question.answer(samples.getFirst())).toList();
    }
  }
}
