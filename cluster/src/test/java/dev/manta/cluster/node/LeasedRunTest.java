package dev.manta.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Claim;
import dev.manta.cluster.Exit;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.machine.Pids;
import dev.manta.internal.remote.RemoteCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// A run whose workers a node has by a lease.
@Timeout(300)
class LeasedRunTest {
  /// Shorter than workers continue alone, so that it is the node that ends them.
  private static final Duration LEASE = Duration.ofSeconds(3);

  @RegisterExtension final NodeUnderTest node = new NodeUnderTest("near");

  @TempDir Path directory;

  private final BlockingQueue<WorkerNews> news = new LinkedBlockingQueue<>();

  private static Claim claim(RemoteCluster cluster) {
    return NodeUnderTest.claim(cluster, 1, _ -> {});
  }

  private WorkerGroup open(RemoteCluster cluster) {
    GroupSettings settings = NodeUnderTest.runSettings(directory, 1, LEASE);
    return cluster.open(Grant.NONE, settings, news::add);
  }

  private <T extends WorkerNews> T next(Class<T> kind) throws InterruptedException {
    WorkerNews next = Objects.requireNonNull(news.poll(30, TimeUnit.SECONDS), "no news");
    while (!kind.isInstance(next)) {
      next = Objects.requireNonNull(news.poll(30, TimeUnit.SECONDS), "no news");
    }
    return kind.cast(next);
  }

  @Test
  void aNodeThatDoesNotHearTheControllerEndsTheWorkersWhenItsLeaseIsOver() throws Exception {
    try (var cable = new Cable(node.port());
        var cluster = node.cluster(cable.port(), LinkTerms.DEFAULT);
        var _ = claim(cluster)) {
      WorkerGroup group = open(cluster);
      group.start(new WorkerSpec("w0", "near", 1, 0));
      long pid = next(WorkerNews.Connected.class).pid();
      long pulled = System.nanoTime();
      cable.pull(true);
      ProcessHandle.of(pid).orElseThrow().onExit().get(30, TimeUnit.SECONDS);
      assertThat(Duration.ofNanos(System.nanoTime() - pulled)).isLessThan(LEASE.plusSeconds(4));
      assertThat(next(WorkerNews.Gone.class).exit()).isInstanceOf(Exit.Unreachable.class);
      cable.pull(false);
      assertThat(next(WorkerNews.Gone.class))
          .isEqualTo(new WorkerNews.Gone("w0", new Exit.Unseen(), ""));
    }
  }

  @Test
  void aLeaseThatIsAnsweredLastsAsLongAsTheRun() throws Exception {
    try (var cluster = node.cluster();
        var _ = claim(cluster)) {
      WorkerGroup group = open(cluster);
      group.start(new WorkerSpec("w0", "near", 1, 0));
      long pid = next(WorkerNews.Connected.class).pid();
      Thread.sleep(LEASE.plusSeconds(1));
      assertThat(Pids.runs(pid)).isTrue();
      group.kill("w0");
      assertThat(next(WorkerNews.Gone.class).exit()).isEqualTo(new Exit.Signal(9, "SIGKILL"));
    }
  }

  @Test
  void aControllerWhoseRunSomebodyElseMayHaveTakenKeepsNoWorkers() throws Exception {
    try (var cluster = node.cluster();
        var _ = claim(cluster)) {
      WorkerGroup group = open(cluster);
      group.start(new WorkerSpec("w0", "near", 1, 0));
      long pid = next(WorkerNews.Connected.class).pid();
      group.leaseWhile(() -> false);
      ProcessHandle.of(pid).orElseThrow().onExit().get(30, TimeUnit.SECONDS);
      next(WorkerNews.Gone.class);
    }
  }
}
