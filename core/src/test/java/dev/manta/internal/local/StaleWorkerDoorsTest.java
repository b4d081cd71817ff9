package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.manta.internal.machine.FileTree;
import dev.manta.internal.machine.Foreign;
import dev.manta.internal.machine.OwnFiles;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StaleWorkerDoorsTest {
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
    Path door = door("manta-1-7");
    listen(door).close();
    assertThat(door.resolve(WorkerDoor.SOCKET)).exists();
    StaleWorkerDoors.sweep(base);
    assertThat(door).doesNotExist();
  }

  @Test
  void aDoorWhereSomebodyListensStays() throws IOException {
    Path door = door("manta-1-7");
    try (var server = listen(door)) {
      StaleWorkerDoors.sweep(base);
      assertThat(server.isOpen()).isTrue();
      assertThat(door.resolve(WorkerDoor.SOCKET)).exists();
    }
  }

  @Test
  void aDoorThatADeadProcessLeftHalfMadeIsRemoved() throws Exception {
    Path door = door("manta-" + dead() + "-7");
    StaleWorkerDoors.sweep(base);
    assertThat(door).doesNotExist();
  }

  @Test
  void aDoorThatALivingProcessIsMakingStays() throws IOException {
    long me = ProcessHandle.current().pid();
    Path door = door("manta-" + me + "-7");
    StaleWorkerDoors.sweep(base);
    assertThat(door).exists();
  }

  @Test
  void whatHasNoSocketIsNotTouched() throws IOException {
    Path other = Files.createDirectory(base.resolve("manta-rehearsal"));
    StaleWorkerDoors.sweep(base);
    assertThat(other).exists();
  }

  @Test
  void aDoorOfAnotherUserStays() throws IOException {
    Path door = door("manta-1-7");
    listen(door).close();
    assumeTrue(Foreign.give(door), "only root can give files away");
    StaleWorkerDoors.sweep(base);
    assertThat(door.resolve(WorkerDoor.SOCKET)).exists();
  }

  @Test
  void aLastingDoorThatNobodyCallsAtIsRemovedAfterADay() throws IOException {
    Path door = oldDoor();
    StaleWorkerDoors.sweep(base);
    assertThat(door).doesNotExist();
  }

  @Test
  void aLastingDoorThatAWorkerWillCallAtStaysHoweverOldItIs() throws Exception {
    Path door = oldDoor();
    Process worker = new ProcessBuilder("sh", "-c", "read x", "worker", door.toString()).start();
    try {
      StaleWorkerDoors.sweep(base);
      assertThat(door).exists();
    } finally {
      worker.destroyForcibly().waitFor();
    }
  }

  @Test
  void aDirectoryOfTheUserThatIsNamedLikeADoorOfADeadProcessStays() throws Exception {
    Path results = door("manta-" + dead() + "-16");
    Path file = Files.writeString(results.resolve("results.csv"), "loss");
    StaleWorkerDoors.sweep(base);
    assertThat(file).exists();
  }

  @Test
  void aDirectoryThatOthersMayEnterIsNoDoor() throws Exception {
    Path open = Files.createDirectory(base.resolve("manta-" + dead() + "-16"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    StaleWorkerDoors.sweep(base);
    assertThat(open).exists();
  }

  @Test
  void aFileOfTheUserBesideADesertedSocketStays() throws IOException {
    Path door = door("manta-1-7");
    listen(door).close();
    Path file = Files.writeString(door.resolve("results.csv"), "loss");
    StaleWorkerDoors.sweep(base);
    assertThat(file).exists();
  }

  @Test
  void aDoorIsRemovedWithAllThatWorkersWriteThere() throws IOException {
    Path door = door("manta-1-7");
    listen(door).close();
    Files.createFile(door.resolve("token"));
    Files.createFile(door.resolve("token123.tmp"));
    Files.createFile(door.resolve("life-manta-1u-3259-1e0"));
    Files.createFile(door.resolve("manta-1u-3259-1e1.new"));
    StaleWorkerDoors.sweep(base);
    assertThat(door).doesNotExist();
  }

  private static long dead() throws Exception {
    Process owner = new ProcessBuilder("true").start();
    owner.waitFor();
    return owner.pid();
  }

  private Path door(String name) throws IOException {
    return Files.createDirectory(base.resolve(name), OwnFiles.only("rwx------"));
  }

  private Path oldDoor() throws IOException {
    Path door = door("mantad-7");
    listen(door).close();
    Instant then = Instant.now().minus(Duration.ofDays(2));
    return Files.setLastModifiedTime(door, FileTime.from(then));
  }

  private static ServerSocketChannel listen(Path door) throws IOException {
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    return server.bind(UnixDomainSocketAddress.of(door.resolve(WorkerDoor.SOCKET)));
  }
}
