package dev.manta.bench.stores;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Benchmark;
import dev.manta.bench.Launcher;
import dev.manta.bench.Question;
import dev.manta.bench.Rival;
import dev.manta.bench.Samples;
import dev.manta.bench.Subject;
import dev.manta.bench.s3.AwsSdk;
import dev.manta.bench.s3.BenchS3;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/// How runs fare whose storage is an S3 server: on this machine, or a long way off.
public final class StoresBenchmark implements Benchmark {
  /// The variable that says how large the checkpoint is.
  private static final String MEGABYTES = "MANTA_BENCH_MEGABYTES";

  private static final int MEGABYTES_USUAL = 1024;
  private static final int MEGABYTES_STEP = 32;
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final double OF_RAW = 0.6;
  private static final double SECONDS_MORE = 1;
  private static final double SECONDS_OPEN = 1;
  private static final double DOWNLOADS = 1.05;
  private static final double TIMES_SHARDED = 3;
  private static final double REATTACH_MILLIS = 3000;

  private static final List<Question> AT_A_DISTANCE =
      List.of(
          Question.low("start-far", "fit() to first step, 50 ms away", "s", Bar.none()),
          Question.low("start-disk", "fit() to first step, on disk", "s", Bar.none()),
          Question.low("start-more", "the difference", "s", Bar.of(SECONDS_MORE)),
          Question.low("open", "24 h of metrics opened, 50 ms away", "s", Bar.of(SECONDS_OPEN)));

  private static final List<Question> ONCE =
      List.of(
          Question.low("downloads", "downloads of 2 ranks' checkpoint", "times", Bar.of(DOWNLOADS)),
          Question.low("whole", "256 MB by 1 rank, 1 MB/s a connection", "s", Bar.none()),
          Question.low("shards", "256 MB by 4 ranks, 1 MB/s a connection", "s", Bar.none()),
          Question.high("sharded", "4 ranks against 1", "times", Bar.of(TIMES_SHARDED)),
          Question.low("reattach", "driver killed, worst of 3", "ms", Bar.of(REATTACH_MILLIS)),
          Question.low("start", "requests of a run's start and end", "requests", Bar.none()),
          Question.low("minute", "requests of a minute", "requests", Bar.none()),
          Question.low("checkpoint", "requests of a checkpoint", "requests", Bar.none()));

  @Override
  public String name() {
    return "stores";
  }

  @Override
  public String summary() {
    return "runs on an S3 server: checkpoints against its raw rate, boto3 and the AWS SDK, first"
        + " step, requests";
  }

  @Override
  public int rounds() {
    return 3;
  }

  @Override
  public List<BenchResult> run(BenchContext context) throws IOException, InterruptedException {
    try (BenchS3 server = BenchS3.start()) {
      var measures = new StoreMeasures(server, megabytes(), new AtomicInteger());
      context
          .progress()
          .accept("first runs, so that start-up caches are made and the server is warm");
      measures.start();
      measures.makeDay();
      measures.raw();
      Launcher.awaitCaches(LIMIT);
      List<BenchResult> results = new ArrayList<>(atADistance(context, measures));
      List<Rival> rivals =
          List.of(
              new Rival("raw", Optional.of(measures::raw)),
              new Rival("boto3", boto3(context, server)),
              new Rival(
                  "AWS SDK", AwsSdk.transfer(server, measures.megabytes(), context.progress())));
      results.addAll(transfers(context, measures, rivals));
      results.addAll(once(context, measures));
      return results;
    }
  }

  private static int megabytes() {
    String given = System.getenv().getOrDefault(MEGABYTES, "" + MEGABYTES_USUAL);
    int megabytes = given.matches("[0-9]{1,6}") ? Integer.parseInt(given) : 0;
    if (megabytes < MEGABYTES_STEP || megabytes % MEGABYTES_STEP != 0) {
      throw new IllegalArgumentException(
          "%s must be a multiple of %s, not %s".formatted(MEGABYTES, MEGABYTES_STEP, given));
    }
    return megabytes;
  }

  private static List<BenchResult> atADistance(BenchContext context, StoreMeasures measures)
      throws IOException, InterruptedException {
    Subject subject =
        () -> {
          Map<String, Double> figures = new TreeMap<>(measures.start());
          figures.putAll(measures.open());
          return figures;
        };
    return answers(AT_A_DISTANCE, context.alternate("", subject, Optional.empty()));
  }

  private static List<BenchResult> transfers(
      BenchContext context, StoreMeasures measures, List<Rival> rivals)
      throws IOException, InterruptedException {
    String size = measures.megabytes() + " MB";
    List<Samples> samples = context.alternate(measures::transfer, rivals);
    List<BenchResult> results = new ArrayList<>(answers(transfers(size, OF_RAW), samples.get(0)));
    for (Samples others : samples.subList(1, samples.size())) {
      results.addAll(answers(transfers(size, 1), others));
    }
    return results;
  }

  private static List<Question> transfers(String size, double times) {
    return List.of(
        Question.high("put", size + " from 2 ranks", "MB/s", Bar.timesPeer(times)),
        Question.high("restore", size + " restored by 2 ranks", "MB/s", Bar.timesPeer(times)));
  }

  private static Optional<Subject> boto3(BenchContext context, BenchS3 server)
      throws IOException, InterruptedException {
    Map<String, String> variables = server.variables();
    List<String> arguments =
        List.of(
            server.endpoint().toString(),
            variables.getOrDefault("AWS_ACCESS_KEY_ID", ""),
            variables.getOrDefault("AWS_SECRET_ACCESS_KEY", ""),
            BenchS3.BUCKET,
            "" + megabytes());
    return context.peers().script("boto3", List.of("boto3_transfer.py"), arguments);
  }

  /// What takes long, or is the same each time.
  private static List<BenchResult> once(BenchContext context, StoreMeasures measures)
      throws IOException, InterruptedException {
    Subject subject =
        () -> {
          Map<String, Double> figures = new TreeMap<>(measures.once());
          figures.putAll(measures.sharded());
          figures.putAll(measures.reattach());
          figures.putAll(measures.requests());
          return figures;
        };
    var single = new BenchContext(context.peers(), 1, context.progress());
    return answers(ONCE, single.alternate("", subject, Optional.empty()));
  }

  private static List<BenchResult> answers(List<Question> questions, Samples samples) {
    return questions.stream().map(question -> question.answer(samples)).toList();
  }
}
