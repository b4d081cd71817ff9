package dev.manta.bench.cluster;

import dev.manta.bench.Statistics;
import dev.manta.cluster.Demand;
import dev.manta.cluster.Node;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.internal.control.RunLoop;
import dev.manta.internal.control.record.RunPlan;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.run.Placer;
import dev.manta.internal.run.state.Limits;
import dev.manta.storage.LocalStorage;
import dev.manta.storage.Location;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Measures a head that has been up for a while, and the first run of a driver.
public final class ClusterProgram {
  private static final int WORKERS = 1_000;
  private static final int NODES_MANY = 10_000;
  private static final int REPORTS_EACH = 400;
  private static final int TIMES = 30;

  private ClusterProgram() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    run(Files.createTempDirectory(Path.of(args[0]), "runs"));
    say("gang", gang());
    say("placement", placement());
  }

  private static void say(String figure, double value) {
    System.out.println("figure " + figure + " " + value);
  }

  private static List<Node> nodes(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new Node("node-" + i, Resources.cpus(1), List.of(), Map.of()))
        .toList();
  }

  /// Milliseconds from asking to being told, the median of the later ones of many claims.
  private static double gang() {
    var head = new FakeHead(nodes(WORKERS));
    return later(
        time -> {
          var demand =
              new Demand(
                  "run-" + time,
                  WORKERS,
                  WORKERS,
                  Resources.cpus(1),
                  Placement.PACK,
                  Map.of(),
                  Optional.empty(),
                  Optional.empty());
          long since = System.nanoTime();
          boolean granted = head.claim(demand).isPresent();
          double millis = (System.nanoTime() - since) / 1e6;
          head.release(demand.run());
          if (!granted) {
            throw new IllegalStateException("the head granted nothing");
          }
          return millis;
        });
  }

  private static double placement() {
    List<Node> nodes = nodes(NODES_MANY);
    ScalingConfig scaling = ScalingConfig.workers(WORKERS);
    return later(
        _ -> {
          long since = System.nanoTime();
          Placer.place(scaling, nodes);
          return (System.nanoTime() - since) / 1e6;
        });
  }

  private interface Timed {
    double once(int time);
  }

  private static double later(Timed timed) {
    return Statistics.median(
        IntStream.range(0, TIMES).mapToDouble(timed::once).skip(TIMES / 2).toArray());
  }

  private static void run(Path runs) throws InterruptedException {
    var run = FakeRun.of(WORKERS, REPORTS_EACH);
    var plan =
        new RunPlan(
            RunConfig.named("thousand").quiet(),
            ScalingConfig.workers(WORKERS),
            new LoopSpec("com.acme.Digits", "train", "", "{}"),
            Optional.empty(),
            "",
            Map.of(),
            new WorkerRuntime.Jvm(List.of(), List.of()),
            "code",
            Limits.DEFAULT,
            false);
    try (var cluster = new FakeCluster(nodes(WORKERS), run)) {
      long begun = System.nanoTime();
      RunLoop loop = RunLoop.open(plan, cluster, new LocalStorage(), Location.of(runs));
      Thread driver = Thread.ofPlatform().start(() -> loop.toEnd(List.of()));
      run.entered().await();
      say("entered", (run.lastEntered().get() - begun) / 1e9);
      run.acknowledged().await();
      double seconds = (System.nanoTime() - run.lastEntered().get()) / 1e9;
      say("reports", (double) WORKERS * REPORTS_EACH / seconds);
      driver.join();
    }
  }
}
