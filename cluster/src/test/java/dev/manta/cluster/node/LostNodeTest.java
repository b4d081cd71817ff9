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
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// A node in this process that is cut off, refuses, or is about to leave.
@Timeout(300)
class LostNodeTest {
  @RegisterExtension final NodeUnderTest node = new NodeUnderTest("near");

  @TempDir Path directory;

  private final BlockingQueue<WorkerNews> news = new LinkedBlockingQueue<>();
  private final AtomicBoolean failsOnce = new AtomicBoolean();
  private final BlockingQueue<Grant> grants = new LinkedBlockingQueue<>();

  private Claim claim(RemoteCluster cluster) {
    return NodeUnderTest.claim(cluster, 1, grants::add);
  }

  private WorkerGroup open(RemoteCluster cluster, int term) {
    GroupSettings settings = NodeUnderTest.runSettings(directory, term, Duration.ZERO);
    return cluster.open(Grant.NONE, settings, this::hear);
  }

  private void hear(WorkerNews told) {
    news.add(told);
    if (failsOnce.compareAndSet(true, false)) {
      throw new IllegalStateException("a controller that fails");
    }
  }

  private static WorkerSpec worker(String name) {
    return new WorkerSpec(name, "near", 1, 0);
  }

  /// The next news of a kind; fails at once where the worker ends before that.
  private <T extends WorkerNews> T next(Class<T> kind) throws InterruptedException {
    WorkerNews next = nextNews();
    while (!kind.isInstance(next)) {
      assertThat(next).as("before news of " + kind).isNotInstanceOf(WorkerNews.Gone.class);
      next = nextNews();
    }
    return kind.cast(next);
  }

  private WorkerNews nextNews() throws InterruptedException {
    return Objects.requireNonNull(news.poll(30, TimeUnit.SECONDS), "no news");
  }

  private Grant nextGrant() throws InterruptedException {
    return Objects.requireNonNull(grants.poll(30, TimeUnit.SECONDS), "no grant");
  }

  @Test
  void workersOfANodeThatIsCutOffAreGoneAndTheNodeEndsThemWhenItIsBack() throws Exception {
    try (var cable = new Cable(node.port());
        var cluster = node.cluster(cable.port(), LinkTerms.DEFAULT);
        var _ = claim(cluster)) {
      WorkerGroup group = open(cluster, 1);
      group.start(worker("w0"));
      long pid = next(WorkerNews.Connected.class).pid();
      assertThat(nextGrant().parts()).hasSize(1);
      long pulled = System.nanoTime();
      cable.pull(true);
      var gone = next(WorkerNews.Gone.class);
      long millis = (System.nanoTime() - pulled) / 1_000_000;
      System.err.println("unreachable after " + millis + " ms");
      assertThat(gone.exit())
          .isInstanceOfSatisfying(
              Exit.Unreachable.class, exit -> assertThat(exit.node()).isEqualTo("near"));
      assertThat(millis).isLessThan(8_000);
      assertThat(nextGrant().parts()).isEmpty();
      cable.pull(false);
      assertThat(nextGrant().parts()).hasSize(1);
      group.start(worker("w1"));
      assertThat(next(WorkerNews.Connected.class).worker()).isEqualTo("w1");
      assertThat(Pids.runs(pid)).isFalse();
    }
  }

  @Test
  void aShortBreakIsNotSeenByAnybody() throws Exception {
    try (var cable = new Cable(node.port());
        var cluster = node.cluster(cable.port(), LinkTerms.DEFAULT);
        var _ = claim(cluster)) {
      WorkerGroup group = open(cluster, 1);
      group.start(worker("w0"));
      next(WorkerNews.Connected.class);
      cable.pull(true);
      cable.pull(false);
      group.kill("w0");
      assertThat(next(WorkerNews.Gone.class).exit()).isEqualTo(new Exit.Signal(9, "SIGKILL"));
    }
  }

  @Test
  void aMachineThatSaysNobodyListensHasItsWorkersWhenItsDaemonIsBackLate() throws Exception {
    var cable = new Cable(node.port());
    int port = cable.port();
    try (var cluster = node.cluster(port, LinkTerms.DEFAULT.withPatience(Duration.ofSeconds(1)));
        var _ = claim(cluster)) {
      WorkerGroup group = open(cluster, 1);
      group.start(worker("w0"));
      long pid = next(WorkerNews.Connected.class).pid();
      cable.close();
      Thread.sleep(2_500);
      try (var _ = new Cable(node.port(), port)) {
        group.start(worker("w1"));
        assertThat(next(WorkerNews.Connected.class).worker()).isEqualTo("w1");
        assertThat(Pids.runs(pid)).isTrue();
        group.kill("w0");
        assertThat(next(WorkerNews.Gone.class))
            .extracting(WorkerNews.Gone::worker, WorkerNews.Gone::exit)
            .containsExactly("w0", new Exit.Unseen());
      }
    }
  }

  @Test
  void aNodeIsCalledAgainAfterTheTalkWithItHasFailed() throws Exception {
    try (var cluster = node.cluster();
        var _ = claim(cluster)) {
      WorkerGroup group = open(cluster, 1);
      failsOnce.set(true);
      group.start(worker("w0"));
      long pid = next(WorkerNews.Connected.class).pid();
      assertThat(next(WorkerNews.Gone.class).exit()).isInstanceOf(Exit.Unreachable.class);
      assertThat(nextGrant().parts()).hasSize(1);
      assertThat(nextGrant().parts()).isEmpty();
      assertThat(nextGrant().parts()).hasSize(1);
      group.start(worker("w1"));
      assertThat(next(WorkerNews.Connected.class).worker()).isEqualTo("w1");
      assertThat(Pids.runs(pid)).isFalse();
    }
  }

  @Test
  void aRunThatHasNoPartOfTheNodeIsRefusedByName() throws Exception {
    node.shares((_, _) -> Optional.empty());
    node.open(directory.resolve("node"));
    try (var cluster = node.cluster();
        var _ = claim(cluster)) {
      open(cluster, 1).start(worker("w0"));
      assertThat(next(WorkerNews.Gone.class).exit().toString())
          .contains("run run has no part of node near");
    }
  }

  @Test
  void anEarlierControllerIsRefusedByItsTerm() throws Exception {
    try (var cluster = node.cluster();
        var _ = claim(cluster)) {
      WorkerGroup later = open(cluster, 2);
      later.start(worker("w0"));
      next(WorkerNews.Connected.class);
      open(cluster, 1).start(worker("w1"));
      assertThat(next(WorkerNews.Gone.class).exit().toString()).contains("controller 1");
      later.kill("w0");
      assertThat(next(WorkerNews.Gone.class).worker()).isEqualTo("w0");
    }
  }

  @Test
  void aNodeThatIsAboutToLeaveSaysHowLongItStays() throws Exception {
    try (var cluster = node.cluster();
        var _ = claim(cluster)) {
      open(cluster, 1).start(worker("w0"));
      next(WorkerNews.Connected.class);
      node.agent().drain(Duration.ofSeconds(30), "an upgrade");
      assertThat(next(WorkerNews.Leaving.class))
          .isEqualTo(new WorkerNews.Leaving("near", Duration.ofSeconds(30), "an upgrade"));
    }
  }
}
