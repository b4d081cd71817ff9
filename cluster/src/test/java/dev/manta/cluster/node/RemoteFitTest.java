package dev.manta.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.internal.control.record.RunOutcome;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.remote.NodeAddress;
import dev.manta.internal.remote.RemoteCluster;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Whole runs on nodes that are processes of their own.
@Timeout(300)
class RemoteFitTest {
  private static final ScalingConfig TWO =
      ScalingConfig.workers(2)
          .placement(Placement.SPREAD)
          .perWorker(Resources.cpus(1))
          .jvmOptions("-XX:TieredStopAtLevel=1");

  @TempDir Path storage;

  private static RemoteCluster cluster(NodeProcess one, NodeProcess two, List<NodeAddress> at) {
    return new RemoteCluster(
        new FixedHead(List.of(one.node(), two.node()), at),
        PinnedTls.ofProcess(),
        LinkTerms.DEFAULT,
        System.err::println);
  }

  private static RemoteCluster cluster(NodeProcess one, NodeProcess two) {
    return cluster(one, two, List.of(one.address(), two.address()));
  }

  @Test
  void aProgramTrainsOnTwoNodesAndTheDriverHasTheirLogs() throws Exception {
    try (var one = NodeProcess.start("one");
        var two = NodeProcess.start("two");
        var cluster = cluster(one, two)) {
      var run = new RemoteRun(storage);
      RunOutcome outcome = run.train(cluster, TWO, "sum", new RemoteFunctions.Steps(20, 1));
      assertThat(run.failures()).isEmpty();
      assertThat(outcome.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(outcome.value().orElseThrow())
          .contains(Double.toString(RemoteFunctions.expected(20, 2)));
      assertThat(run.reports()).isEqualTo(40);
      assertThat(logs()).contains("rank 0 begins").contains("rank 1 begins");
    }
  }

  private String logs() throws Exception {
    var all = new StringBuilder();
    try (Stream<Path> files = Files.walk(storage)) {
      for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
        all.append(Files.readString(log));
      }
    }
    return all.toString();
  }

  @Test
  void reportsByTheThousandComeThroughANode() throws Exception {
    try (var one = NodeProcess.start("one");
        var two = NodeProcess.start("two");
        var cluster = cluster(one, two)) {
      var run =
          new RemoteRun(storage)
              .begin(cluster, TWO, "report", new RemoteFunctions.Steps(100_000, 0));
      run.awaitTraining();
      long begun = System.nanoTime();
      RunOutcome outcome = run.awaitEnd();
      long millis = (System.nanoTime() - begun) / 1_000_000;
      System.err.println("200,000 reports of 2 nodes in " + millis + " ms");
      assertThat(outcome.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(outcome.metrics().number("i")).isEqualTo(99_999.0);
    }
  }

  @Test
  void aDaemonThatIsKilledAndStartedAgainCostsNoStep() throws Exception {
    try (var one = NodeProcess.start("one");
        var two = NodeProcess.start("two");
        var cluster = cluster(one, two)) {
      var run =
          new RemoteRun(storage).begin(cluster, TWO, "sum", new RemoteFunctions.Steps(200, 50));
      run.awaitTraining();
      two.kill();
      two.startAgain();
      RunOutcome outcome = run.awaitEnd();
      assertThat(run.failures()).isEmpty();
      assertThat(outcome.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(outcome.run().state().attempt()).isEqualTo(1);
      assertThat(outcome.value().orElseThrow())
          .contains(Double.toString(RemoteFunctions.expected(200, 2)));
      assertThat(run.reports()).isEqualTo(400);
    }
  }

  @Test
  void aNodeWhoseCableIsPulledIsReplacedByWhatIsLeft() throws Exception {
    try (var one = NodeProcess.start("one");
        var two = NodeProcess.start("two");
        var cable = new Cable(two.port());
        var cluster = cluster(one, two, List.of(one.address(), two.address(cable.port())))) {
      var run =
          new RemoteRun(storage).begin(cluster, TWO, "sum", new RemoteFunctions.Steps(150, 50));
      run.awaitTraining();
      long pulled = System.nanoTime();
      cable.pull(true);
      RunOutcome outcome = run.awaitEnd();
      System.err.println("pulled for " + (System.nanoTime() - pulled) / 1_000_000 + " ms");
      assertThat(run.failures()).anyMatch(text -> text.contains("two"));
      assertThat(outcome.status()).isEqualTo(RunStatus.FINISHED);
      assertThat(outcome.value().orElseThrow())
          .contains(Double.toString(RemoteFunctions.expected(150, 2)));
    }
  }

  @Test
  void aRankOfAnExclusiveRunIsReplacedWhenItDoesNothingAnyMore() throws Exception {
    Path effects = storage.resolve("effects");
    try (var one = NodeProcess.start("one");
        var two = NodeProcess.start("two");
        var cable = new Cable(two.port());
        var cluster = cluster(one, two, List.of(one.address(), two.address(cable.port())))) {
      var run =
          new RemoteRun(storage)
              .exclusive()
              .begin(cluster, TWO, "act", new RemoteFunctions.Effects(effects.toString(), 200, 50));
      run.awaitTraining();
      cable.pull(true);
      assertThat(run.awaitEnd().status()).isEqualTo(RunStatus.FINISHED);
    }
    assertThat(times(effects, "1").max().orElseThrow())
        .isLessThan(times(effects, "2").min().orElseThrow());
  }

  private static LongStream times(Path effects, String attempt) throws Exception {
    return Files.readAllLines(effects).stream()
        .map(line -> line.split(" ", -1))
        .filter(words -> words[0].equals(attempt))
        .mapToLong(words -> Long.parseLong(words[2]));
  }
}
