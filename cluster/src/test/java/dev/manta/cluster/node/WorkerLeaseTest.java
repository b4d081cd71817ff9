package dev.manta.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.link.ProcessIdentity;
import dev.manta.internal.remote.FromNode;
import dev.manta.internal.remote.ToNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/// Leases of a run whose controller is followed by another one.
@Timeout(300)
class WorkerLeaseTest {
  private static final Duration LEASE = Duration.ofSeconds(2);
  private static final Duration LONG = Duration.ofSeconds(30);

  @RegisterExtension final NodeUnderTest node = new NodeUnderTest("near");

  @TempDir Path directory;

  private final PinnedTls first = new PinnedTls(ProcessIdentity.create());
  private final PinnedTls second = new PinnedTls(ProcessIdentity.create());

  private static void answer(TalkingDriver driver) throws Exception {
    driver.say(new ToNode.Lease(1, driver.next(FromNode.AskLease.class).number()));
  }

  /// Opens a run for as long as a lease that is answered once.
  private void openOnce(TalkingDriver driver) throws Exception {
    driver.open("run", 1, LEASE);
    answer(driver);
    driver.next(FromNode.Opened.class);
  }

  @Test
  void aLeaseEndsNobodyOfALaterControllerThatNeedsNone() throws Exception {
    try (var driver = new TalkingDriver(node, first);
        var later = new TalkingDriver(node, second)) {
      openOnce(driver);
      later.open("run", 2);
      later.next(FromNode.Opened.class);
      Thread.sleep(LEASE.plusSeconds(1));
      assertThat(later.isAnswered()).isTrue();
    }
  }

  @Test
  void aLeaseThatEndsWhileALaterControllerIsAskedForOneEndsNobodyOfThat() throws Exception {
    try (var driver = new TalkingDriver(node, first);
        var later = new TalkingDriver(node, second)) {
      openOnce(driver);
      later.open("run", 2, LONG);
      int asked = later.next(FromNode.AskLease.class).number();
      Thread.sleep(LEASE.plusSeconds(1));
      later.say(new ToNode.Lease(1, asked));
      FromNode next = later.next();
      assertThat(next).isInstanceOf(FromNode.Opened.class);
    }
  }

  private static WorkerLease answered(BlockingQueue<Integer> asked) throws InterruptedException {
    var made = new AtomicReference<WorkerLease>();
    made.set(
        new WorkerLease(
            LONG,
            number -> {
              asked.add(number);
              made.get().answered(number);
            }));
    made.get().begin();
    return made.get();
  }

  @Test
  void aGroupThatIsOverDoesNotEndTheLeaseOfWorkersThatWereLeft() throws Exception {
    var runs = new NodeRuns(directory);
    var asked = new LinkedBlockingQueue<Integer>();
    WorkerLease left = answered(asked);
    runs.lease("run", left);
    WorkerLease over = answered(new LinkedBlockingQueue<>());
    runs.end(over, "run");
    assertThatThrownBy(() -> runs.lease("run", over)).hasMessageContaining("gone");
    asked.clear();
    assertThat(asked.poll(10, TimeUnit.SECONDS)).isNotNull();
    runs.end(left, "run");
  }
}
