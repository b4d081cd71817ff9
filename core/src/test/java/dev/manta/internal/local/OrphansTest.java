package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.cluster.Grant;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.machine.Pids;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.worker.WorkerMain;
import java.io.BufferedReader;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A driver that is killed leaves no worker, socket or temp directory behind.
@Timeout(300)
class OrphansTest {
  @TempDir Path directory;

  @Test
  void workersOfAKilledDriverEndInTheMiddleOfABusyLoop() throws Exception {
    Path sockets = Files.createDirectory(directory.resolve("s"));
    Process driver = start(sockets);
    List<ProcessHandle> workers = workers(driver.inputReader());
    driver.destroyForcibly();
    for (ProcessHandle worker : workers) {
      worker.onExit().get(30, TimeUnit.SECONDS);
    }
    assertThat(sockets).isEmptyDirectory();
  }

  /// One that does not end by itself, as a frozen one.
  @Test
  void processesThatAKilledPoolHasLeftAreGoneBeforeTheNextOneStartsAny() throws Exception {
    Path pool = directory.resolve("workers/0");
    Path temp = Files.createDirectories(WorkerFiles.temporary(pool).resolve("w0"));
    Process left = new ProcessBuilder("sh", "-c", "read line", JvmCommand.TEMP + temp).start();
    Process another =
        new ProcessBuilder("sh", "-c", "read line", JvmCommand.TEMP + directory).start();
    try {
      LocalCluster.endLeft(pool);
      assertThat(Pids.runs(left.pid())).isFalse();
      assertThat(another.isAlive()).isTrue();
    } finally {
      left.destroyForcibly();
      another.destroyForcibly();
      FileTree.delete(WorkerFiles.temporary(pool));
    }
  }

  @Test
  void aDriverThatIsAskedToEndSweepsItself() throws Exception {
    Path sockets = Files.createDirectory(directory.resolve("s"));
    Process driver = start(sockets);
    List<ProcessHandle> workers = workers(driver.inputReader());
    driver.destroy();
    assertThat(driver.waitFor(30, TimeUnit.SECONDS)).isTrue();
    assertThat(workers).noneMatch(ProcessHandle::isAlive);
    assertThat(sockets).isEmptyDirectory();
  }

  @Test
  void workersThatContinueAloneEndWhenNoControllerComes() throws Exception {
    Path sockets = Files.createDirectory(directory.resolve("s"));
    Process driver = start(sockets, Duration.ofMillis(500));
    List<ProcessHandle> workers = workers(driver.inputReader());
    driver.destroyForcibly();
    for (ProcessHandle worker : workers) {
      worker.onExit().get(30, TimeUnit.SECONDS);
    }
    assertThat(sockets).isEmptyDirectory();
  }

  @Test
  void workersThatContinueAloneCallANewControllerAndSayEverythingAgain() throws Exception {
    Path sockets = Files.createDirectory(directory.resolve("s"));
    Process driver = start(sockets, Duration.ofMinutes(1));
    List<ProcessHandle> workers = workers(driver.inputReader());
    driver.destroyForcibly().waitFor();
    var news = new News();
    var settings =
        OrphanedDriver.settings(List.of(), directory.resolve("run"), 2, Duration.ofMinutes(1));
    try (var cluster = new LocalCluster()) {
      WorkerGroup group = cluster.open(Grant.NONE, settings, news);
      group.adopt(new WorkerSpec("w0", "local", 1, 0), 0);

      var hello = (ToController.Hello) ToController.read(news.next(WorkerNews.Back.class).hello());
      assertThat(hello.attempt()).isEqualTo(1);
      List<ToController> said = new ArrayList<>();
      while (said.isEmpty() || !(said.getLast() instanceof ToController.Restated)) {
        said.add(news.message());
      }
      assertThat(said)
          .extracting(message -> message.getClass().getSimpleName())
          .containsExactly("Report", "Ready", "Entered", "Restated");
      group.kill("w0");
      assertThat(news.next(WorkerNews.Gone.class).exit()).isEqualTo(new Exit.Unseen());
      group.adopt(new WorkerSpec("w1", "local", 1, 1), 0);
      assertThat(news.next(WorkerNews.Back.class).worker()).isEqualTo("w1");
    }
    assertThat(workers).noneMatch(worker -> Pids.runs(worker.pid()));
  }

  @Test
  void workersThatContinueAloneAreFoundAlthoughTheirRuntimeFilesWereRemoved() throws Exception {
    Path sockets = Files.createDirectory(directory.resolve("s"));
    Process driver = start(sockets, Duration.ofMinutes(1));
    workers(driver.inputReader());
    driver.destroyForcibly().waitFor();
    try (var doors = Files.newDirectoryStream(sockets)) {
      doors.forEach(FileTree::delete);
    }
    var news = new News();
    var settings =
        OrphanedDriver.settings(List.of(), directory.resolve("run"), 2, Duration.ofMinutes(1));
    try (var cluster = new LocalCluster()) {
      WorkerGroup group = cluster.open(Grant.NONE, settings, news);
      group.adopt(new WorkerSpec("w0", "local", 1, 0), 0);
      assertThat(news.next()).isInstanceOf(WorkerNews.Back.class);
    }
  }

  @Test
  void aWorkerWhoseNoteWasCutShortIsTakenOver() throws Exception {
    Path sockets = Files.createDirectory(directory.resolve("s"));
    Process driver = start(sockets, Duration.ofMinutes(1));
    List<ProcessHandle> workers = workers(driver.inputReader());
    driver.destroyForcibly().waitFor();
    Files.write(directory.resolve("run/processes/w0"), new byte[0]);
    var news = new News();
    var settings =
        OrphanedDriver.settings(List.of(), directory.resolve("run"), 2, Duration.ofMinutes(1));
    try (var cluster = new LocalCluster()) {
      WorkerGroup group = cluster.open(Grant.NONE, settings, news);
      group.adopt(new WorkerSpec("w0", "local", 1, 0), workers.getFirst().pid());
      assertThat(news.next()).isInstanceOf(WorkerNews.Back.class);
    }
  }

  @Test
  void aWorkerWhoseControllerDiesBeforeTheHelloCallsTheNextOne() throws Exception {
    Path door = Files.createDirectory(directory.resolve("mantad-x"));
    Files.setPosixFilePermissions(door, PosixFilePermissions.fromString("rwx------"));
    Files.writeString(door.resolve("token"), "secret");
    Process worker = startWorker(door, "60000");
    try (var output = worker.inputReader()) {
      for (int life = 0; life < 2; life++) {
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
          server.bind(UnixDomainSocketAddress.of(door.resolve("s")));
          try (SocketChannel caller = server.accept()) {
            assertThat(caller.read(ByteBuffer.allocate(1))).as(output.toString()).isPositive();
          }
        }
        Files.delete(door.resolve("s"));
      }
    } finally {
      worker.destroyForcibly().waitFor();
    }
  }

  @Test
  void aWorkerThatWasNotWelcomedRemovesNoDoorWhereOthersMayWait() throws Exception {
    assertThat(doorAfterAnEarlyDeath("manta-1-x")).doesNotExist();
    assertThat(doorAfterAnEarlyDeath("mantad-x")).isDirectoryContaining("glob:**token");
  }

  /// A controller that is gone as soon as a worker has said hello.
  private Path doorAfterAnEarlyDeath(String name) throws Exception {
    Path door = Files.createDirectory(directory.resolve(name));
    Files.writeString(door.resolve("token"), "secret");
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(door.resolve("s")));
      Process worker = startWorker(door);
      try (SocketChannel caller = server.accept()) {
        caller.read(ByteBuffer.allocate(1));
      }
      assertThat(worker.waitFor(30, TimeUnit.SECONDS)).isTrue();
    }
    return door;
  }

  private Process startWorker(Path door, String... further) throws Exception {
    Path temp = Files.createDirectories(directory.resolve("tmp"));
    List<String> command = new ArrayList<>();
    command.addAll(List.of(JvmCommand.java(), "-Djava.io.tmpdir=" + temp));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(WorkerMain.class.getName(), door.toString(), "w0"));
    command.addAll(List.of(further));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private Process start(Path sockets) throws Exception {
    return start(sockets, Duration.ZERO);
  }

  private Process start(Path sockets, Duration alone) throws Exception {
    return new ProcessBuilder(
            JvmCommand.java(),
            "-Djava.io.tmpdir=" + sockets,
            "-cp",
            System.getProperty("java.class.path"),
            OrphanedDriver.class.getName(),
            directory.resolve("run").toString(),
            Long.toString(alone.toMillis()))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<ProcessHandle> workers(BufferedReader driver) throws Exception {
    List<ProcessHandle> workers = new ArrayList<>();
    for (String line = driver.readLine(); !"ready".equals(line); line = driver.readLine()) {
      if (line == null) {
        throw new AssertionError("the driver ended before its workers were up");
      }
      workers.add(ProcessHandle.of(Long.parseLong(line)).orElseThrow());
    }
    return workers;
  }
}
