package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.collective.group.Rendezvous;
import dev.manta.internal.wire.Link;
import dev.manta.internal.wire.QueueLink;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A worker whose controller is gone.
@Timeout(300)
class ReattachTest {
  @Test
  void aControllerThatTakesTheCallAndNeverAnswersDoesNotKeepAWorkerForEver() throws Exception {
    QueueLink link = QueueLink.open();
    var host = new FrozenController();
    link.close();
    Thread worker = Thread.ofPlatform().daemon().start(new WorkerSession(link, host)::run);

    assertThat(worker.join(Duration.ofSeconds(20))).isTrue();
    assertThat(host.calls).hasPositiveValue();
    assertThat(host.orphaned.getCount()).isZero();
  }

  /// Takes calls as the kernel does for a process that is stopped.
  private static final class FrozenController implements SessionHost {
    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch orphaned = new CountDownLatch(1);

    @Override
    public long aloneMillis() {
      return 500;
    }

    @Override
    public Link callAgain(int attempt, int rank, long acknowledged) {
      calls.incrementAndGet();
      return QueueLink.open();
    }

    @Override
    public void orphaned() {
      orphaned.countDown();
    }

    @Override
    public ClassLoader loader() {
      return ClassLoader.getSystemClassLoader();
    }

    @Override
    public Path temp() {
      throw new AssertionError("nothing runs in this worker");
    }

    @Override
    public Rendezvous rendezvous(String run) {
      throw new AssertionError("nothing runs in this worker");
    }

    @Override
    public void watch(WorkerSession session) {}

    @Override
    public void onTermination(Runnable told) {}

    @Override
    public void exit(int status) {
      throw new AssertionError("there is no controller that could say so");
    }
  }
}
