package dev.manta.bench.stores;

import dev.manta.bench.Scratch;
import dev.manta.bench.recovery.ReattachProbe;
import dev.manta.bench.s3.BenchS3;
import dev.manta.bench.s3.LongWay;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/// What is measured of runs on a server.
///
/// @param megabytes the size of the checkpoint
/// @param runs how many there were: each run has a directory of its own
record StoreMeasures(BenchS3 server, int megabytes, AtomicInteger runs) {
  private static final Duration FAR = Duration.ofMillis(50);
  private static final int SHARDED_MEGABYTES = 256;
  private static final int SHARDS = 4;
  private static final long CONNECTION_BYTES = 1_000_000;
  private static final int CONNECTIONS = 4;
  private static final int ONCE_MEGABYTES = 64;
  private static final int MINUTE = 60;
  private static final int CHECKPOINTS = 20;
  private static final int KILLS = 3;
  private static final String BUCKET = "s3://" + BenchS3.BUCKET;
  private static final String DAY = BUCKET + "/day";

  private StorePrograms near() {
    return new StorePrograms(server.endpoint());
  }

  private String storage() {
    return BUCKET + "/runs-" + runs.incrementAndGet();
  }

  /// A part from each of two ranks to the store, and both back.
  Map<String, Double> transfer() throws IOException, InterruptedException {
    return near().figures(TransferProgram.class, storage(), megabytes, 2, true);
  }

  /// The same bytes as fast as the server takes and gives them.
  Map<String, Double> raw() throws IOException, InterruptedException {
    return near().figures(RawProgram.class, storage(), megabytes);
  }

  /// fit() to the first step at a distance and on disk.
  Map<String, Double> start() throws IOException, InterruptedException {
    try (var way = new LongWay(server.endpoint(), FAR, 0);
        var scratch = Scratch.make()) {
      var far = new StorePrograms(way.endpoint());
      double there = far.figures(FirstStepProgram.class, storage()).getOrDefault("first", 0.0);
      Map<String, Double> disk = near().figures(FirstStepProgram.class, scratch.path());
      double here = disk.getOrDefault("first", 0.0);
      return Map.of("start-far", there, "start-disk", here, "start-more", there - here);
    }
  }

  /// A day of metrics in the store.
  void makeDay() throws IOException, InterruptedException {
    near().figures(DayProgram.class, DAY, "make");
  }

  /// Opens it at a distance.
  Map<String, Double> open() throws IOException, InterruptedException {
    try (var way = new LongWay(server.endpoint(), FAR, 0)) {
      return new StorePrograms(way.endpoint()).figures(DayProgram.class, DAY, "open");
    }
  }

  /// How often two ranks of one machine download what they both begin with.
  Map<String, Double> once() throws IOException, InterruptedException {
    try (var way = new LongWay(server.endpoint(), Duration.ZERO, 0)) {
      var counted = new StorePrograms(way.endpoint());
      counted.figures(TransferProgram.class, storage(), ONCE_MEGABYTES, 2, true);
      return Map.of("downloads", way.received() / (ONCE_MEGABYTES * (double) (1 << 20)));
    }
  }

  /// One rank's whole checkpoint against the shards of four, where connections are slow.
  Map<String, Double> sharded() throws IOException, InterruptedException {
    double whole = limited(1);
    double shards = limited(SHARDS);
    return Map.of("whole", whole, "shards", shards, "sharded", whole / shards);
  }

  private double limited(int ranks) throws IOException, InterruptedException {
    try (var way = new LongWay(server.endpoint(), Duration.ZERO, CONNECTION_BYTES)) {
      var variables = Map.of("MANTA_S3_CONNECTIONS", "" + CONNECTIONS);
      return new StorePrograms(way.endpoint(), variables)
          .figures(TransferProgram.class, storage(), SHARDED_MEGABYTES, ranks, false)
          .getOrDefault("put-seconds", Double.NaN);
    }
  }

  /// The longest time that a detached run was without a controller.
  Map<String, Double> reattach() throws IOException, InterruptedException {
    Map<String, Double> figures =
        new TreeMap<>(near().figures(ReattachProbe.class, storage(), KILLS));
    double worst =
        figures.entrySet().stream()
            .filter(figure -> figure.getKey().contains("kill"))
            .mapToDouble(Map.Entry::getValue)
            .max()
            .orElseThrow();
    figures.put("reattach", worst);
    return figures;
  }

  /// What a run costs in requests: for its start and end, for a minute, and for a checkpoint.
  Map<String, Double> requests() throws IOException, InterruptedException {
    Map<String, Long> bare = traffic(0, 0);
    Map<String, Double> figures = new LinkedHashMap<>();
    add(figures, "start", bare, Map.of(), 1);
    add(figures, "minute", traffic(MINUTE, 0), bare, 1);
    add(figures, "checkpoint", traffic(CHECKPOINTS / 2, CHECKPOINTS), bare, CHECKPOINTS);
    return figures;
  }

  private Map<String, Long> traffic(int seconds, int checkpoints)
      throws IOException, InterruptedException {
    try (var way = new LongWay(server.endpoint(), Duration.ZERO, 0)) {
      new StorePrograms(way.endpoint())
          .figures(TrafficProgram.class, storage(), seconds, checkpoints);
      return way.requests();
    }
  }

  private static void add(
      Map<String, Double> figures,
      String name,
      Map<String, Long> counted,
      Map<String, Long> before,
      int times) {
    double all = 0;
    for (Map.Entry<String, Long> each : counted.entrySet()) {
      double more = each.getValue() - before.getOrDefault(each.getKey(), 0L);
      figures.put(name + ": " + each.getKey(), more / times);
      all += more / times;
    }
    figures.put(name, all);
  }
}
