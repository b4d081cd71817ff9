package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.cluster.Cluster;
import dev.manta.cluster.Exit;
import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.cluster.WorkerVariables;
import dev.manta.internal.machine.Pids;
import dev.manta.internal.machine.Scratch;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class ProcessPoolTest {
  @TempDir Path directory;
  private ProcessPool pool;

  @BeforeEach
  void open() {
    pool = new ProcessPool(directory.resolve("workers"));
  }

  @AfterEach
  void close() {
    pool.close();
  }

  /// A run that uses the pool.
  private final class Run {
    final News news = new News();
    final Cluster cluster = pool.forRun();
    final WorkerGroup group;

    Run(String name, Map<String, String> variables) {
      var settings =
          new GroupSettings(
              name,
              List.of(System.getProperty("java.class.path").split(":")),
              List.of(),
              WorkerVariables.of(variables),
              directory.resolve(name).toString(),
              1,
              Duration.ZERO);
      group = cluster.open(Grant.NONE, settings, news);
    }

    Run(String name) {
      this(name, Map.of());
    }

    long start(String worker, int rank) throws InterruptedException {
      group.start(new WorkerSpec(worker, "local", 1, rank));
      return news.next(WorkerNews.Connected.class).pid();
    }

    Exit leave(String worker) throws InterruptedException {
      group.send(worker, new ToWorker.Leave().frame());
      return gone(worker);
    }

    Exit gone(String worker) throws InterruptedException {
      var gone = news.next(WorkerNews.Gone.class);
      assertThat(gone.worker()).isEqualTo(worker);
      return gone.exit();
    }

    boolean answers(String worker) throws InterruptedException {
      group.send(worker, new ToWorker.Ping(1).frame());
      return news.message().equals(new ToController.Pong(1));
    }
  }

  @Test
  void aWorkerThatLeavesIsGoneForItsRunAndItsProcessAnotherWorkerOfTheNext() throws Exception {
    var first = new Run("first");
    long pid = first.start("w0", 0);
    assertThat(first.leave("w0")).isEqualTo(new Exit.Status(0));
    first.cluster.close();
    var second = new Run("second");
    assertThat(second.start("w5", 1)).isEqualTo(pid);
    assertThat(second.answers("w5")).isTrue();
  }

  @Test
  void whatARunAsksOfAWorkerThatHasLeftIsNotAskedOfTheNextRun() throws Exception {
    var first = new Run("first");
    first.start("w0", 0);
    first.leave("w0");
    var second = new Run("second");
    second.start("w0", 0);
    first.group.kill("w0");
    first.group.send("w0", new ToWorker.Leave().frame());
    first.group.close();
    assertThat(second.answers("w0")).isTrue();
  }

  @Test
  void aProcessThatDiedAtRestIsNotHandedOut() throws Exception {
    var first = new Run("first");
    long pid = first.start("w0", 0);
    first.leave("w0");
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    process.onExit().get();
    var second = new Run("second");
    long next = second.start("w0", 0);
    if (next == pid) { // it was handed out before its end was heard: then the run hears of it
      assertThat(second.gone("w0")).isEqualTo(new Exit.Signal(9, "SIGKILL"));
    } else {
      assertThat(second.answers("w0")).isTrue();
    }
  }

  @Test
  void ranksGetProcessesThatHaveTrainedAndSparesTheOthers() throws Exception {
    var first = new Run("first");
    long rank = first.start("w0", 0);
    long spare = first.start("w1", WorkerSpec.NO_RANK);
    first.leave("w0");
    first.leave("w1");
    var second = new Run("second");
    assertThat(second.start("w0", 0)).isEqualTo(rank);
    assertThat(second.start("w1", WorkerSpec.NO_RANK)).isEqualTo(spare);
  }

  @Test
  void aRunWithOtherVariablesHasOtherProcesses() throws Exception {
    var first = new Run("first");
    long pid = first.start("w0", 0);
    first.leave("w0");
    assertThat(new Run("second", Map.of("OMP_NUM_THREADS", "7")).start("w0", 0)).isNotEqualTo(pid);
    assertThat(new Run("third").start("w0", 0)).isEqualTo(pid);
  }

  @Test
  void aRunThatClosesEndsWhatItHasAndLeavesWhatRests() throws Exception {
    var first = new Run("first");
    long rests = first.start("w0", 0);
    first.leave("w0");
    var second = new Run("second");
    second.start("w0", 0);
    long busy = second.start("w1", 1);
    second.leave("w0");
    second.cluster.close();
    assertThat(Pids.runs(busy)).isFalse();
    assertThat(Pids.runs(rests)).isTrue();
  }

  @Test
  void aWorkerOfAnEarlierDriverIsEndedByItsProcess() throws Exception {
    var earlier = new Run("run");
    long pid = earlier.start("w0", 0);
    try (var next = new ProcessPool(directory.resolve("workers"))) {
      var news = new News();
      var settings =
          new GroupSettings(
              "run",
              List.of(),
              List.of(),
              WorkerVariables.of(Map.of()),
              directory.resolve("run").toString(),
              2,
              Duration.ZERO);
      WorkerGroup group = next.forRun().open(Grant.NONE, settings, news);
      group.fence(new WorkerSpec("w9", "local", 1, 0), pid);
      assertThat(news.next(WorkerNews.Gone.class).worker()).isEqualTo("w9");
      assertThat(Pids.runs(pid)).isFalse();
    }
  }

  @Test
  void aPoolThatIsClosedLeavesNothingBehind() throws Exception {
    Path workers = directory.resolve("workers");
    new Run("first").start("w0", 0);
    Path temporary = Scratch.ofRun(workers.resolve("0"));
    assertThat(temporary).isDirectory();
    pool.close();
    assertThat(temporary).doesNotExist();
    assertThat(workers).doesNotExist();
  }

  @Test
  void aPoolThatIsClosedStartsNothing() throws Exception {
    var run = new Run("run");
    long pid = run.start("w0", 0);
    pool.close();
    assertThat(Pids.runs(pid)).isFalse();
    assertThatThrownBy(() -> run.group.start(new WorkerSpec("w1", "local", 1, 1)))
        .hasMessageContaining("is closed");
    assertThatThrownBy(() -> pool.forRun()).hasMessageContaining("is closed");
  }
}
