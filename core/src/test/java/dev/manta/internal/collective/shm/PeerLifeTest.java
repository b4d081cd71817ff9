package dev.manta.internal.collective.shm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.manta.collective.Cause;
import dev.manta.collective.CollectiveAborted;
import dev.manta.internal.collective.Offer;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class PeerLifeTest {
  private static Offer offer(long pid) {
    return new Offer("here", pid, "memory-" + pid, "", "");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aMemberThatDiedAndThatNobodyHasReapedIsDead() throws Exception {
    Process parent = new ProcessBuilder("sh", "-c", "true & echo $!; exec sleep 30").start();
    try (var output = parent.inputReader();
        PeerLife peerLife =
            PeerLife.of(List.of(offer(ProcessHandle.current().pid()), offer(first(output))))) {
      CollectiveAborted aborted = null;
      while (aborted == null) {
        aborted = catchThrowableOfType(CollectiveAborted.class, peerLife::requireAll);
      }
      assertThat(aborted.why()).isEqualTo(new Cause.PeerDied(1));
    } finally {
      parent.destroyForcibly().waitFor();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aMemberWhoseLifeWordWasRemovedIsAlive(@TempDir Path directory) {
    long me = ProcessHandle.current().pid();
    Offer removed = new Offer("here", me, "memory", directory.resolve("life-1").toString(), "");
    try (PeerLife peerLife = PeerLife.of(List.of(offer(me), removed))) {
      assertThatCode(peerLife::requireAll).doesNotThrowAnyException();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aLifeWordThatWasRemovedIsMadeAgain(@TempDir Path directory) throws IOException {
    Files.delete(ProcessLife.in(directory));
    assertThat(ProcessLife.in(directory)).exists();
  }

  private static long first(BufferedReader output) throws IOException {
    return Long.parseLong(output.readLine());
  }
}
