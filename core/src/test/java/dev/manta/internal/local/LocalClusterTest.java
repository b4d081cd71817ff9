package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Exit;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.cluster.WorkerVariables;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.internal.worker.WorkerMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What child processes do beyond the contract of every cluster, which the test kit tests.
@Timeout(300)
class LocalClusterTest {
  @TempDir Path directory;
  private final LocalCluster cluster = new LocalCluster();
  private final News news = new News();

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void workersIgnoreInterrupts() throws Exception {
    WorkerGroup group = open();
    group.start(new WorkerSpec("w0", "local", 1, 0));
    long pid = news.next(WorkerNews.Connected.class).pid();
    new ProcessBuilder("kill", "-INT", Long.toString(pid)).start().waitFor();
    group.send("w0", new ToWorker.Ping(1).frame());
    assertThat(news.message()).isEqualTo(new ToController.Pong(1));
  }

  @Test
  void workersStartAfterTheirRuntimeFilesWereRemoved() throws Exception {
    Set<Path> before = doors();
    WorkerGroup group = open();
    Set<Path> mine = new HashSet<>(doors());
    mine.removeAll(before);
    Path door = mine.iterator().next();
    for (String removed : List.of("", WorkerDoor.TOKEN, WorkerDoor.SOCKET)) {
      FileTree.delete(door.resolve(removed));
      group.start(new WorkerSpec("w" + removed, "local", 1, 0));
      assertThat(news.next()).as(removed).isInstanceOf(WorkerNews.Connected.class);
    }
  }

  @Test
  void aProcessOfAnotherRunIsNotEndedForOneThatIsGone() throws Exception {
    Process other =
        new ProcessBuilder("sh", "-c", "read x", WorkerMain.class.getName(), "/tmp/manta-1-1", "w0")
            .start();
    try {
      open().fence(new WorkerSpec("w0", "local", 1, 0), other.pid());
      assertThat(news.next(WorkerNews.Gone.class).exit()).isEqualTo(new Exit.Status(0));
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly().waitFor();
    }
  }

  @Test
  void theMachineHasCoresAndMemory() {
    var node = cluster.nodes().getFirst();
    assertThat(node.total().cpus()).isGreaterThanOrEqualTo(1);
    assertThat(node.total().memoryBytes()).isGreaterThan(64 << 20);
  }

  private WorkerGroup open() {
    return cluster.open(
        Grant.NONE,
        new GroupSettings(
            "run",
            List.of(),
            List.of(),
            WorkerVariables.of(Map.of()),
            directory.toString(),
            1,
            Duration.ZERO),
        news);
  }

  /// The doors of this process.
  private static Set<Path> doors() throws IOException {
    String mine = WorkerDoor.PREFIX + ProcessHandle.current().pid() + "-";
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return Set.copyOf(files.filter(f -> f.getFileName().toString().startsWith(mine)).toList());
    }
  }
}
