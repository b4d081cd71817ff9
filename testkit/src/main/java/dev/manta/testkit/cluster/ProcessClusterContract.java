package dev.manta.testkit.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Cluster;
import dev.manta.cluster.Exit;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerRuntime;
import dev.manta.cluster.WorkerSpec;
import dev.manta.cluster.WorkerVariables;
import dev.manta.internal.machine.Pids;
import dev.manta.internal.machine.Scratch;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.internal.worker.WorkerMain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What every [Cluster] must do whose workers are processes: they have an exit status, print into a
/// file, can be stopped by a signal, and outlive their controller where the run says so.
public abstract class ProcessClusterContract extends ClusterContract {
  private static final Duration LASTING = Duration.ofMinutes(1);
  private static final int UNREAD = 50_000;

  /// So many that some are left out.
  private static final int TOO_MANY = 110_000;

  /// Sockets and other files that this process's groups have made outside of the runs' directories.
  protected abstract Set<Path> files() throws IOException;

  /// Whether a worker's process runs; on the machine that it is on.
  protected boolean runs(long pid) {
    return Pids.runs(pid);
  }

  /// Sends a signal to a worker's process, on the machine that it is on.
  protected void signal(long pid, String name) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).inheritIO().start().waitFor();
  }

  /// A controller of a run whose workers outlive it.
  private RunUnderTest controller(Cluster on, int term) {
    return open(on, settings("lasting", term, LASTING));
  }

  @Test
  void whatAWorkerSaidBeforeItExitedIsToldAndThenItsStatus() throws Exception {
    RunUnderTest run = open("run").with("w0");
    run.begin("w0", "reportAndHalt", new ContractFunctions.Words("the last words", 100));
    for (int i = 1; i <= 100; i++) {
      assertThat(run.news().said("w0", ToController.Report.class).sequence()).isEqualTo(i);
    }
    var gone = run.news().gone("w0");
    assertThat(gone.exit()).isEqualTo(new Exit.Status(7));
    assertThat(gone.logTail()).endsWith("the last words");
    assertThat(run.printed(run.worker("w0", 0))).contains("the last words");
  }

  @Test
  void aProcessThatSomebodyKillsIsGoneWithItsSignal() throws Exception {
    RunUnderTest run = open("run").with("w0");
    signal(run.pid("w0"), "KILL");
    assertThat(run.news().gone("w0").exit()).isEqualTo(new Exit.Signal(9, "SIGKILL"));
    assertThat(runs(run.pid("w0"))).isFalse();
  }

  @Test
  void aStoppedWorkerHoldsUpNobodyAndIsKilledLikeAnyOther() throws Exception {
    RunUnderTest run = open("run").with("w0", "w1");
    signal(run.pid("w0"), "STOP");
    byte[] ping = new ToWorker.Ping(1).frame();
    for (int i = 0; i < UNREAD; i++) {
      run.group().send("w0", ping);
    }
    while (run.group().isBusy("w0")) {
      Thread.sleep(1);
    }
    assertThat(run.ping("w1", 2)).isEqualTo(2);
    run.group().kill("w0");
    assertThat(run.news().gone("w0").exit()).isEqualTo(new Exit.Signal(9, "SIGKILL"));
    assertThat(runs(run.pid("w0"))).isFalse();
  }

  @Test
  void aJvmThatDoesNotStartIsGoneWithWhatItPrinted() throws Exception {
    var usual = settings("run", 1, Duration.ZERO);
    RunUnderTest run =
        open(
            cluster(),
            new GroupSettings(
                usual.run(),
                new WorkerRuntime.Jvm(List.of(), List.of("-XX:+NoSuchFlag")),
                WorkerVariables.of(Map.of()),
                usual.directory(),
                usual.term(),
                usual.orphanLimit(),
                Duration.ZERO));
    run.group().start(run.worker("w0", 0));
    var gone = run.news().next("w0", WorkerNews.Gone.class);
    assertThat(gone.exit()).isEqualTo(new Exit.Status(1));
    assertThat(gone.logTail()).contains("NoSuchFlag");
  }

  @Test
  void workersHaveTheRunsEnvironmentAndDirectoriesOfTheirOwn() throws Exception {
    Set<Path> before = files();
    RunUnderTest run = open("run").with("w0", "w1");
    run.begin("w0", "look", words(""));
    run.begin("w1", "look", words(""));
    var first = run.returned("w0", ContractFunctions.Surroundings.class);
    var second = run.returned("w1", ContractFunctions.Surroundings.class);
    assertThat(first.variable()).isEqualTo("of run");
    assertThat(Path.of(first.temp()).startsWith(onNode(run.directory()))).isFalse();
    assertThat(Path.of(first.temp())).isDirectory();
    assertThat(Path.of(first.work())).isDirectory().startsWith(onNode(run.directory()));
    assertThat(first.temp()).isNotEqualTo(second.temp());
    assertThat(first.work()).isNotEqualTo(second.work());
    run.group().close();
    assertThat(Path.of(first.temp())).doesNotExist();
    assertThat(Path.of(second.temp())).doesNotExist();
    assertThat(runs(run.pid("w0")) || runs(run.pid("w1"))).isFalse();
    assertThat(files()).isEqualTo(before);
  }

  /// Others may be making the cache that workers start from.
  private static boolean isWorker(ProcessHandle child) {
    boolean named = Pids.arguments(child).contains(WorkerMain.class.getName());
    return named && Pids.runs(child.pid());
  }

  @Test
  void closingWhileWorkersStartLeavesNothingEither() throws Exception {
    Set<Path> before = files();
    RunUnderTest run = open("run");
    run.group().ready(run.worker("w0", 0));
    run.group().start(run.worker("w1", 1));
    run.group().close();
    assertThat(files()).isEqualTo(before);
    assertThat(Scratch.ofRun(onNode(run.directory()))).doesNotExist();
    assertThat(ProcessHandle.current().children().filter(ProcessClusterContract::isWorker))
        .isEmpty();
  }

  @Test
  void aWorkerWithoutARankGetsOneAndWithItWhatItHadPrinted() throws Exception {
    RunUnderTest run = open("run");
    run.group().start(run.worker("w0", WorkerSpec.NO_RANK));
    run.news().next("w0", WorkerNews.Connected.class);
    run.begin("w0", "print", words("before it had a rank"));
    run.news().said("w0", ToController.Returned.class);
    run.group().seat(run.worker("w0", 3));
    run.begin("w0", "reportAndHalt", words("with its rank"));
    var gone = run.news().gone("w0");
    assertThat(gone.logTail()).contains("with its rank");
    assertThat(run.printed(run.worker("w0", 3)))
        .contains("before it had a rank")
        .contains("with its rank");
    assertThat(run.worker("w0", 0).asSpare().log(run.directory())).doesNotExist();
  }

  @Test
  void releasedWorkersLiveOnAndTheNextControllerHasThemBack() throws Exception {
    RunUnderTest first = controller(cluster(), 1).with("w0", "w1");
    first.begin("w0", "hang", words(""));
    first.news().said("w0", ToController.Report.class);
    first.group().release();
    first.group().close();
    try (Cluster another = newCluster()) {
      RunUnderTest second = controller(another, 2);
      second.group().adopt(second.worker("w0", 0), first.pid("w0"));
      second.group().adopt(second.worker("w1", 1), first.pid("w1"));
      var back = second.news().next("w0", WorkerNews.Back.class);
      assertThat(((ToController.Hello) ToController.read(back.hello())).pid())
          .isEqualTo(first.pid("w0"));
      second.news().said("w0", ToController.Restated.class);
      assertThat(second.ping("w0", 1)).isEqualTo(1);
      second.news().next("w1", WorkerNews.Back.class);
      second.group().close();
      assertThat(second.news().gone("w0").exit()).isEqualTo(new Exit.Unseen());
    }
    assertThat(runs(first.pid("w0")) || runs(first.pid("w1"))).isFalse();
  }

  @Test
  void theSameControllerHasItsWorkersBackOverAnotherGroup() throws Exception {
    RunUnderTest first = controller(cluster(), 1).with("w0");
    first.begin("w0", "hang", words(""));
    first.news().said("w0", ToController.Report.class);
    first.group().release();
    first.group().close();
    try (Cluster another = newCluster()) {
      RunUnderTest again = controller(another, 1);
      again.group().adopt(again.worker("w0", 0), first.pid("w0"));
      again.news().next("w0", WorkerNews.Back.class);
      again.news().said("w0", ToController.Restated.class);
      assertThat(again.ping("w0", 1)).isEqualTo(1);
    }
    assertThat(runs(first.pid("w0"))).isFalse();
  }

  @Test
  void whoseConnectionIsSlowIsNotEndedForIt() throws Exception {
    RunUnderTest run = open("run").with("w0");
    signal(run.pid("w0"), "STOP");
    byte[] ping = new ToWorker.Ping(1).frame();
    for (int i = 0; i < TOO_MANY; i++) {
      run.group().send("w0", ping);
    }
    signal(run.pid("w0"), "CONT");
    run.send("w0", new ToWorker.Ping(7));
    while (run.news().said("w0", ToController.Pong.class).id() != 7) {
      // the answers to what was not left out
    }
  }

  @Test
  void theNextControllerHearsAllOfAWorkerThatWasStillStartingWhenTheLastOneLeft() throws Exception {
    RunUnderTest first = controller(cluster(), 1);
    first.group().start(first.worker("w0", 0));
    while (Files.notExists(onNode(first.directory()).resolve("processes/w0"))) {
      Thread.sleep(1);
    }
    first.group().release();
    first.group().close();
    try (Cluster another = newCluster()) {
      RunUnderTest second = controller(another, 2);
      second.group().adopt(second.worker("w0", 0), 0);
      second.news().next("w0", WorkerNews.Back.class);
      second.news().said("w0", ToController.Restated.class);
    }
  }

  @Test
  void aFrozenWorkerThatNoRecordNamesEndsWithTheRun() throws Exception {
    RunUnderTest first = controller(cluster(), 1).with("w0");
    first.group().release();
    signal(first.pid("w0"), "STOP");
    try (Cluster another = newCluster()) {
      controller(another, 2).group().close();
    }
    assertThat(runs(first.pid("w0"))).isFalse();
  }

  @Test
  void theNextControllerFencesAWorkerThatLives() throws Exception {
    RunUnderTest first = controller(cluster(), 1).with("w0");
    first.group().release();
    try (Cluster another = newCluster()) {
      RunUnderTest second = controller(another, 2);
      second.group().fence(second.worker("w0", 0), first.pid("w0"));
      second.news().next("w0", WorkerNews.Gone.class);
      assertThat(runs(first.pid("w0"))).isFalse();
    }
  }

  @Test
  void aWorkerThatEndedMeanwhileIsGoneWhetherItIsAdoptedOrFenced() throws Exception {
    RunUnderTest first = controller(cluster(), 1).with("w0", "w1");
    first.group().release();
    assertThat(cluster().isLeft(first.worker("w0", 0), first.pid("w0"))).isTrue();
    signal(first.pid("w0"), "KILL");
    signal(first.pid("w1"), "KILL");
    first.news().gone("w0");
    first.news().gone("w1");
    assertThat(cluster().isLeft(first.worker("w0", 0), first.pid("w0"))).isFalse();
    try (Cluster another = newCluster()) {
      RunUnderTest second = controller(another, 2);
      second.group().adopt(second.worker("w0", 0), first.pid("w0"));
      second.group().fence(second.worker("w1", 1), first.pid("w1"));
      assertThat(second.news().next("w0", WorkerNews.Gone.class).exit())
          .isEqualTo(new Exit.Unseen());
      second.news().next("w1", WorkerNews.Gone.class);
    }
  }

  @Test
  void aProcessThatHasTheIdOfAWorkerThatIsGoneIsLeftAlone() throws Exception {
    Process other = new ProcessBuilder("sh", "-c", "read x", "w0").start();
    try {
      RunUnderTest run = controller(cluster(), 2);
      run.group().fence(run.worker("w0", 0), other.pid());
      run.news().next("w0", WorkerNews.Gone.class);
      run.group().adopt(run.worker("w1", 1), other.pid());
      run.news().next("w1", WorkerNews.Gone.class);
      run.group().close();
      assertThat(other.isAlive()).isTrue();
    } finally {
      other.destroyForcibly().waitFor();
    }
  }
}
