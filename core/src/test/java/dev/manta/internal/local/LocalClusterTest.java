package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.cluster.Exit;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
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

/// Real child processes: they start, talk, die and leave nothing behind.
@Timeout(60)
class LocalClusterTest {
  @TempDir Path directory;
  private final LocalCluster cluster = new LocalCluster();
  private final News news = new News();

  @AfterEach
  void close() {
    cluster.close();
  }

  @Test
  void workersStartAndAnswer() throws Exception {
    WorkerGroup group = open();
    start(group, "w0", "w1", "w2");
    Set<String> connected = new HashSet<>();
    for (int i = 0; i < 3; i++) {
      connected.add(news.next(WorkerNews.Connected.class).worker());
    }
    assertThat(connected).containsExactlyInAnyOrder("w0", "w1", "w2");
    group.send("w1", new ToWorker.Ping(42).frame());
    assertThat(news.message()).isEqualTo(new ToController.Pong(42));
  }

  @Test
  void thereIsNoNewsOfAWorkerThatIsOnlyMadeReady() throws Exception {
    WorkerGroup group = open();
    var early = new WorkerSpec("w0", "here", 1, 0);
    group.ready(early);
    start(group, "w1");
    assertThat(news.next(WorkerNews.Connected.class).worker()).isEqualTo("w1");
    group.start(early);
    assertThat(news.next(WorkerNews.Connected.class).worker()).isEqualTo("w0");
    assertThatThrownBy(() -> group.start(early)).hasMessageContaining("started before");
  }

  @Test
  void aWorkerThatWasMadeReadyAndNeverStartedEndsWithItsGroup() {
    WorkerGroup group = open();
    group.ready(new WorkerSpec("w0", "here", 1, 0));
    group.close();
    assertThat(ProcessHandle.current().children().map(ProcessHandle::pid)).isEmpty();
  }

  @Test
  void aWorkerThatIsToldToLeaveEndsWithStatusZero() throws Exception {
    WorkerGroup group = open();
    start(group, "w0");
    news.next(WorkerNews.Connected.class);
    group.send("w0", new ToWorker.Leave().frame());
    assertThat(news.next(WorkerNews.Gone.class).exit()).isEqualTo(new Exit.Status(0));
  }

  @Test
  void aKilledWorkerIsGoneWithItsSignal() throws Exception {
    WorkerGroup group = open();
    start(group, "w0");
    news.next(WorkerNews.Connected.class);
    group.kill("w0");
    group.kill("w0");
    assertThat(news.next(WorkerNews.Gone.class).exit()).isEqualTo(new Exit.Signal(9, "SIGKILL"));
  }

  @Test
  void aWorkerKilledFromOutsideIsGoneWithItsSignal() throws Exception {
    start(open(), "w0");
    long pid = news.next(WorkerNews.Connected.class).pid();
    ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    assertThat(news.next(WorkerNews.Gone.class).exit()).isEqualTo(new Exit.Signal(9, "SIGKILL"));
  }

  @Test
  void workersIgnoreInterrupts() throws Exception {
    WorkerGroup group = open();
    start(group, "w0");
    long pid = news.next(WorkerNews.Connected.class).pid();
    new ProcessBuilder("kill", "-INT", Long.toString(pid)).start().waitFor();
    group.send("w0", new ToWorker.Ping(1).frame());
    assertThat(news.message()).isEqualTo(new ToController.Pong(1));
  }

  @Test
  void aJvmThatDoesNotStartIsGoneWithWhatItPrinted() throws Exception {
    WorkerGroup group = cluster.open(settings(List.of("-XX:+NoSuchFlag")), news);
    start(group, "w0");
    var gone = news.next(WorkerNews.Gone.class);
    assertThat(gone.exit()).isEqualTo(new Exit.Status(1));
    assertThat(gone.logTail()).contains("Unrecognized VM option 'NoSuchFlag'");
  }

  @Test
  void aDirectoryThatCannotBeMadeIsSaid() throws Exception {
    Files.writeString(directory.resolve("logs"), "a file in the way");
    start(open(), "w0");
    assertThat(news.next(WorkerNews.Gone.class).exit()).isInstanceOf(Exit.NotStarted.class);
  }

  @Test
  void aWorkerThatDoesNotReadHoldsUpNobody() throws Exception {
    WorkerGroup group = open();
    start(group, "w0");
    long pid = news.next(WorkerNews.Connected.class).pid();
    new ProcessBuilder("kill", "-STOP", Long.toString(pid)).start().waitFor();
    byte[] ping = new ToWorker.Ping(1).frame();
    for (int i = 0; i < 50_000; i++) {
      group.send("w0", ping);
    }
    group.kill("w0");
    assertThat(news.next(WorkerNews.Gone.class).exit()).isEqualTo(new Exit.Signal(9, "SIGKILL"));
  }

  @Test
  void closingLeavesNoProcessSocketOrTempDirectory() throws Exception {
    Set<Path> before = doors();
    WorkerGroup group = open();
    start(group, "w0", "w1");
    long first = news.next(WorkerNews.Connected.class).pid();
    long second = news.next(WorkerNews.Connected.class).pid();
    assertThat(doors()).hasSize(before.size() + 1);
    group.close();
    assertThat(ProcessHandle.of(first)).isEmpty();
    assertThat(ProcessHandle.of(second)).isEmpty();
    assertThat(doors()).isEqualTo(before);
    assertThat(directory.resolve("tmp")).doesNotExist();
  }

  @Test
  void closingWhileWorkersStartLeavesNothingEither() throws Exception {
    Set<Path> before = doors();
    WorkerGroup group = open();
    start(group, "w0", "w1", "w2", "w3");
    group.close();
    assertThat(doors()).isEqualTo(before);
    assertThat(ProcessHandle.current().children().map(ProcessHandle::pid)).isEmpty();
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
      open().fence("w0", other.pid());
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
    return cluster.open(settings(List.of()), news);
  }

  private GroupSettings settings(List<String> jvmOptions) {
    return new GroupSettings(
        "run", List.of(), jvmOptions, Map.of(), directory.toString(), 1, Duration.ZERO);
  }

  private static void start(WorkerGroup group, String... workers) {
    for (int rank = 0; rank < workers.length; rank++) {
      group.start(new WorkerSpec(workers[rank], "local", 1, rank));
    }
  }

  /// The doors of this process.
  private static Set<Path> doors() throws IOException {
    String mine = WorkerDoor.PREFIX + ProcessHandle.current().pid() + "-";
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return Set.copyOf(files.filter(f -> f.getFileName().toString().startsWith(mine)).toList());
    }
  }
}
