package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.cluster.WorkerVariables;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A real process that does not end though it was killed: it is in a frozen cgroup of version 1.
@Timeout(300)
class FrozenCgroupTest {
  private static final Path FREEZER = Path.of("/sys/fs/cgroup/freezer");

  @TempDir Path directory;
  private final Path cgroup = FREEZER.resolve("manta-test-" + ProcessHandle.current().pid());
  private final LocalCluster cluster = new LocalCluster();
  private final News news = new News();

  @BeforeEach
  void make() {
    assumeTrue(
        Files.isWritable(FREEZER.resolve("cgroup.procs")),
        "needs a cgroup freezer of version 1, and to be root");
    assumeTrue(isMade(), "needs the right to make a cgroup in " + FREEZER);
  }

  private boolean isMade() {
    try {
      return Files.isDirectory(Files.createDirectory(cgroup));
    } catch (IOException refused) {
      return false;
    }
  }

  @AfterEach
  void remove() throws Exception {
    if (Files.exists(cgroup)) {
      thaw();
      while (!Files.readString(cgroup.resolve("cgroup.procs")).isBlank()) {
        LockSupport.parkNanos(100_000);
      }
      Files.delete(cgroup);
    }
    cluster.close();
  }

  private void thaw() throws IOException {
    Files.writeString(cgroup.resolve("freezer.state"), "THAWED");
  }

  /// A worker that is frozen and was killed; its process id.
  private long frozen(WorkerGroup group) throws Exception {
    group.start(new WorkerSpec("w0", "here", 1, 0));
    long pid = news.next(WorkerNews.Connected.class).pid();
    Files.writeString(cgroup.resolve("cgroup.procs"), Long.toString(pid));
    Files.writeString(cgroup.resolve("freezer.state"), "FROZEN");
    group.kill("w0");
    return pid;
  }

  private WorkerGroup open() {
    return cluster.open(
        Grant.NONE,
        new GroupSettings(
            "run",
            List.of(),
            List.of("-Xmx64m"),
            WorkerVariables.of(Map.of()),
            directory.toString(),
            1,
            Duration.ZERO),
        news);
  }

  @Test
  void whoIsGivenUpIsSaidToBeFrozenAndHowToThawIt() throws Exception {
    WorkerGroup group = open();
    long pid = frozen(group);
    assertThat(group.giveUp(new WorkerSpec("w0", "here", 1, 0), pid))
        .contains("process " + pid, "frozen", "THAWED", cgroup.toString());
  }

  @Test
  void whoIsGivenUpIsGoneOnceItIsThawed() throws Exception {
    WorkerGroup group = open();
    group.giveUp(new WorkerSpec("w0", "here", 1, 0), frozen(group));
    thaw();
    assertThat(news.next(WorkerNews.Gone.class).worker()).isEqualTo("w0");
  }

  @Test
  void aGroupClosesThoughAProcessOfItDoesNotEnd() throws Exception {
    WorkerGroup group = open();
    long pid = frozen(group);
    group.close();
    assertThat(ProcessHandle.of(pid)).isPresent();
  }
}
