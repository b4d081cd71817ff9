package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.collective.group.Rendezvous;
import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.wire.Link;
import dev.manta.internal.wire.QueueLink;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// A spare that gets a rank before it is warm.
@Timeout(300)
class SpareWarmUpTest {
  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);

  @Test
  void aFunctionWaitsForWhatIsUnderWayAndTheRestIsLeftOut() throws Exception {
    var loop = new LoopSpec("TheUsers", "train", "", "{}");
    SpareWarmUp warmUp =
        SpareWarmUp.start(loop, new SlowHost(), new ControllerChannel(QueueLink.open()));
    begun.await();
    var ran = new AtomicBoolean();
    Thread function = new Thread(warmUp.before(() -> ran.set(true)));
    function.start();
    while (function.getState() != Thread.State.TIMED_WAITING) {
      LockSupport.parkNanos(100_000);
    }
    assertThat(ran).isFalse();
    released.countDown();
    function.join();
    assertThat(ran).isTrue();
  }

  /// Takes its time to load the user's class; nothing else may be asked of it.
  private final class SlowHost implements SessionHost {
    @Override
    public ClassLoader loader() {
      return new ClassLoader() {
        @Override
        protected Class<?> findClass(String name) {
          begun.countDown();
          try {
            released.await();
          } catch (InterruptedException e) {
            throw new IllegalStateException(e);
          }
          return Object.class;
        }
      };
    }

    @Override
    public Path temp() {
      throw new AssertionError("the rehearsal was not left out");
    }

    @Override
    public Rendezvous rendezvous(String run) {
      throw new AssertionError("the rehearsal was not left out");
    }

    @Override
    public void watch(WorkerSession session) {}

    @Override
    public void onTermination(Runnable told) {}

    @Override
    public Link callAgain(int attempt, int rank, long acknowledged) {
      throw new AssertionError("there is a controller");
    }

    @Override
    public void exit(int status) {
      throw new AssertionError("it got warm");
    }

    @Override
    public void orphaned() {}
  }
}
