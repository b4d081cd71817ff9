package dev.manta.bench.data;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Child;
import dev.manta.bench.Noise;
import dev.manta.bench.Question;
import dev.manta.bench.Rival;
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
import java.util.OptionalDouble;
import java.util.stream.Stream;

/// How fast training gets rows from Parquet files and images from JPEG files, beside Ray Data,
/// Polars, pyarrow and torch's DataLoader.
public final class IngestBenchmark implements Benchmark {
  private static final long ROWS = 2_000_000;
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final String UNIT = "rows/s";
  private static final double DIFFERENCE_MAX = 1;

  /// Pixels do not depend on what else the machine does.
  private static final Noise STILL = new Noise(new double[0], 1);

  private static final List<Question> BESIDE_RAY =
      List.of(
          Question.high("plain", "in order", UNIT, Bar.timesPeer(3)),
          Question.high("window", "shuffled in windows", UNIT, Bar.timesPeer(4)),
          Question.high("share", "window shuffle, share of in order", "1", Bar.of(0.85)),
          Question.high("global", "shuffled as a whole", UNIT, Bar.timesPeer(3)),
          Question.low("first", "to the first batch", "s", Bar.timesPeer(5)),
          Question.low("resume", "to resume in the middle", "s", Bar.of(0.5)),
          Question.low("resume-billion", "to resume at row 1,000,000,000", "s", Bar.of(0.1)));

  private static final List<Question> BESIDE_LOADER =
      List.of(
          Question.high("loader", "in order, beside DataLoader", UNIT, Bar.none()),
          Question.high("images", "JPEG decoded and resized", "images/s", Bar.timesPeer(1.5)));

  /// Only where Pillow was there to compare with.
  private static final Question DIFFERENCE =
      Question.low(
          "difference", "JPEG, mean difference to Pillow", "of 255", Bar.of(DIFFERENCE_MAX));

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
      Path images = scratch.path().resolve("images");
      Path pixels = Files.createDirectory(scratch.path().resolve("pixels"));
      context.progress().accept("writing 2 million rows and some images");
      IngestData.write(folder, ROWS);
      IngestImages.write(images);
      List<String> arguments = List.of(folder.toString(), images.toString(), pixels.toString());
      List<Samples> samples = context.alternate(manta(arguments), rivals(context, arguments));
      context.progress().accept("writing 20 million rows of 25 floats");
      Path wide = scratch.path().resolve("wide");
      IngestData.writeWide(wide);
      return Stream.of(
              BESIDE_RAY.stream().map(question -> question.answer(samples.getFirst())),
              BESIDE_LOADER.stream().map(question -> question.answer(samples.getLast())),
              difference(pixels).stream(),
              new WideTable(context, wide).results())
          .flatMap(each -> each)
          .toList();
    }
  }

  private static Optional<BenchResult> difference(Path pixels) throws IOException {
    OptionalDouble found = IngestPixels.difference(pixels);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    Map<String, Double> figure = Map.of(DIFFERENCE.figure(), found.getAsDouble());
    return Optional.of(DIFFERENCE.answer(new Samples("", List.of(figure), List.of(), STILL)));
  }

  private static Subject manta(List<String> arguments) {
    return () -> {
      try (var scratch = Scratch.make()) {
        return Child.java(IngestProgram.class, arguments, scratch.path(), LIMIT).figures();
      }
    };
  }

  private static List<Rival> rivals(BenchContext context, List<String> arguments)
      throws IOException, InterruptedException {
    return List.of(
        new Rival(
            "ray",
            context.peers().script("ray", List.of("ray_peer.py", "ray_ingest.py"), arguments)),
        new Rival(
            "DataLoader", context.peers().script("torch", List.of("loader_ingest.py"), arguments)));
  }
}
