package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
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

  private static ServerSocketChannel listen(Path door) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    return server.bind(UnixDomainSocketAddress.of(door.resolve(Doorway.SOCKET)));
  }
}
