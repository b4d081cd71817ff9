package dev.manta.bench.data;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Child;
import dev.manta.bench.Jvm;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.Scratch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Whether data far larger than memory streams, and is shuffled, within a budget.
public final class BudgetBenchmark implements Benchmark {
  private static final long FOLDER_BYTES = 10_000_000_000L;
  private static final long SHUFFLED_BYTES = 4_000_000_000L;
  private static final long ROW_BYTES = IngestData.FEATURES * Float.BYTES + Long.BYTES;
  private static final double MEGABYTES_MAX = 1000;
  private static final Duration LIMIT = Duration.ofMinutes(8);

  private static final List<Question> QUESTIONS =
      List.of(
          Question.low("stream-peak", "10 GB streamed, peak memory", "MB", Bar.of(MEGABYTES_MAX)),
          Question.high("stream-rate", "10 GB streamed", "rows/s", Bar.none()),
          Question.low("shuffle-peak", "4 GB shuffled, peak memory", "MB", Bar.of(MEGABYTES_MAX)),
          Question.high("shuffle-rate", "4 GB shuffled", "rows/s", Bar.none()));

  @Override
  public String name() {
    return "budget";
  }

  @Override
  public String summary() {
    return "memory while 10 GB of Parquet stream, and 4 GB are shuffled, in a budget of 512 MB beside a heap of 256 MB";
  }

  @Override
  public int rounds() {
    return 1;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    try (var scratch = Scratch.make()) {
      Path folder = scratch.path().resolve("data");
      context.progress().accept("writing 10 GB");
      fill(folder);
      List<String> arguments =
          List.of(folder.toString(), Long.toString(SHUFFLED_BYTES / ROW_BYTES));
      Samples samples =
          context.alternate(
              "",
              () -> new Child(command(arguments), scratch.path(), LIMIT).figures(),
              Optional.empty());
      return QUESTIONS.stream().map(question -> question.answer(samples)).toList();
    }
  }

  /// Rows are outside of the heap, which by itself would grow with the machine's memory.
  private static List<String> command(List<String> arguments) {
    List<String> command = new ArrayList<>(Jvm.command(BudgetProgram.class, arguments));
    command.add(1, "-Xmx256m");
    return command;
  }

  /// One file, many times: what is in it does not matter here.
  private static void fill(Path folder) throws IOException {
    IngestData.write(folder, 1);
    Path first = folder.resolve("part-00000.parquet");
    long size = Files.size(first);
    for (int i = 1; i * size < FOLDER_BYTES; i++) {
      Files.copy(first, folder.resolve(String.format(Locale.ROOT, "part-%05d.parquet", i)));
    }
  }
}
