package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.manta.internal.machine.FileTree;
import dev.manta.internal.machine.Foreign;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StaleDoorsTest {
  private Path base = Path.of("");

  /// Socket paths must be short, which JUnit's temp directories are not.
  @BeforeEach
  void makeBase() throws IOException {
    base = Files.createTempDirectory(Path.of("/tmp"), "sd");
  }

  @AfterEach
  void removeBase() {
    FileTree.delete(base);
  }

  @Test
  void aDoorWhereNobodyListensIsRemoved() throws IOException {
    Path door = Files.createDirectory(base.resolve("manta-1"));
    listen(door).close();
    assertThat(door.resolve(Doorway.SOCKET)).exists();
    StaleDoors.sweep(base);
    assertThat(door).doesNotExist();
  }

  @Test
  void aDoorWhereSomebodyListensStays() throws IOException {
    Path door = Files.createDirectory(base.resolve("manta-1"));
    try (var server = listen(door)) {
      StaleDoors.sweep(base);
      assertThat(server.isOpen()).isTrue();
      assertThat(door.resolve(Doorway.SOCKET)).exists();
    }
  }

  @Test
  void aDoorThatADeadProcessLeftHalfMadeIsRemoved() throws Exception {
    Process owner = new ProcessBuilder("true").start();
    owner.waitFor();
    Path door = Files.createDirectory(base.resolve("manta-" + owner.pid() + "-7"));
    StaleDoors.sweep(base);
    assertThat(door).doesNotExist();
  }

  @Test
  void aDoorThatALivingProcessIsMakingStays() throws IOException {
    long me = ProcessHandle.current().pid();
    Path door = Files.createDirectory(base.resolve("manta-" + me + "-7"));
    StaleDoors.sweep(base);
    assertThat(door).exists();
  }

  @Test
  void whatHasNoSocketIsNotTouched() throws IOException {
    Path other = Files.createDirectory(base.resolve("manta-rehearsal"));
    StaleDoors.sweep(base);
    assertThat(other).exists();
  }

  @Test
  void aDoorOfAnotherUserStays() throws IOException {
    Path door = Files.createDirectory(base.resolve("manta-1"));
    listen(door).close();
    assumeTrue(Foreign.give(door), "only root can give files away");
    StaleDoors.sweep(base);
    assertThat(door.resolve(Doorway.SOCKET)).exists();
  }

  @Test
  void aLastingDoorThatNobodyCallsAtIsRemovedAfterADay() throws IOException {
    Path door = oldDoor();
    StaleDoors.sweep(base);
    assertThat(door).doesNotExist();
  }

  @Test
  void aLastingDoorThatAWorkerWillCallAtStaysHoweverOldItIs() throws Exception {
    Path door = oldDoor();
    Process worker = new ProcessBuilder("sh", "-c", "read x", "worker", door.toString()).start();
    try {
      StaleDoors.sweep(base);
      assertThat(door).exists();
    } finally {
      worker.destroyForcibly().waitFor();
    }
  }

  private Path oldDoor() throws IOException {
    Path door = Files.createDirectory(base.resolve("mantad-7"));
    listen(door).close();
    Instant then = Instant.now().minus(Duration.ofDays(2));
    return Files.setLastModifiedTime(door, FileTime.from(then));
  }

  private static ServerSocketChannel listen(Path door) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    return server.bind(UnixDomainSocketAddress.of(door.resolve(Doorway.SOCKET)));
  }
}
