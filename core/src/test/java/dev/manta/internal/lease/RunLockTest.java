package dev.manta.internal.lease;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class RunLockTest {
  private static final String OWN = "in use by process " + ProcessHandle.current().pid() + ";";

  @TempDir Path directory;

  @Test
  void aHolderThatHasNotYetWrittenItsNameIsWaitedFor() throws Exception {
    Path file = directory.resolve("run.lock");
    Thread asks = Thread.currentThread();
    try (FileChannel held = FileChannel.open(file, CREATE, WRITE)) {
      assertThat(held.tryLock()).isNotNull();
      Thread writes = Thread.ofPlatform().start(() -> nameOnceAwaited(file, asks));

      assertThatThrownBy(() -> RunLock.take("digits", directory)).hasMessageContaining(OWN);
      writes.join();
    }
  }

  @Test
  void aLockWhoseHolderHasJustDiedIsHadAMomentLater() throws Exception {
    Path file = Files.writeString(directory.resolve("run.lock"), "999999999999");
    Thread asks = Thread.currentThread();
    FileChannel held = FileChannel.open(file, WRITE);
    assertThat(held.tryLock()).isNotNull();
    Thread ends = Thread.ofPlatform().start(() -> closeOnceAwaited(held, asks));

    RunLock.take("digits", directory).close();
    ends.join();
  }

  private static void closeOnceAwaited(FileChannel held, Thread asks) {
    while (asks.getState() != Thread.State.TIMED_WAITING) {
      LockSupport.parkNanos(100_000);
    }
    try {
      held.close();
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whoAsksInTheSameProcessDoesNotTakeTheLockFromItsHolder() throws Exception {
    try (RunLock lock = RunLock.take("digits", directory)) {
      assertThat(lock).isNotNull();
      assertThatThrownBy(() -> RunLock.take("digits", directory)).hasMessageContaining(OWN);
      String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
      String classes = System.getProperty("java.class.path");
      var other =
          new ProcessBuilder(java, "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", classes);
      other.command().addAll(List.of(Other.class.getName(), directory.toString()));
      assertThat(other.inheritIO().start().waitFor()).isEqualTo(Other.REFUSED);
    }
  }

  /// Another process that wants the lock.
  static final class Other {
    static final int REFUSED = 3;

    public static void main(String[] arguments) {
      try (RunLock lock = RunLock.take("digits", Path.of(arguments[0]))) {
        System.out.println("another process has it too: " + (lock != null));
      } catch (MantaException e) {
        System.exit(REFUSED);
      }
    }
  }

  private static void nameOnceAwaited(Path file, Thread asks) {
    while (asks.getState() != Thread.State.TIMED_WAITING) {
      LockSupport.parkNanos(100_000);
    }
    try {
      Files.writeString(file, Long.toString(ProcessHandle.current().pid()));
    } catch (java.io.IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void ofManyAtOnceOneHasItAndTheOthersSayWho() throws Exception {
    int many = 8;
    var together = new CyclicBarrier(many);
    Callable<String> start = () -> taken(together);
    try (var threads = Executors.newFixedThreadPool(many)) {
      List<Callable<String>> all = IntStream.range(0, many).mapToObj(_ -> start).toList();
      List<String> said = threads.invokeAll(all).stream().map(Future::resultNow).toList();

      assertThat(said).filteredOn(String::isEmpty).hasSize(1);
      assertThat(said).filteredOn(text -> text.contains(OWN)).hasSize(many - 1);
    }
  }

  /// Empty where the lock was had; it is given back once all have tried.
  private String taken(CyclicBarrier together) throws Exception {
    together.await();
    try (RunLock lock = RunLock.take("digits", directory)) {
      together.await();
      return lock == null ? "no lock" : "";
    } catch (MantaException e) {
      together.await();
      return String.valueOf(e.getMessage());
    }
  }
}
