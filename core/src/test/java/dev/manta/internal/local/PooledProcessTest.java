package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PooledProcessTest {
  private static final WorkerSpec SPEC = new WorkerSpec("w0", "here", 1, 0);

  @TempDir Path directory;
  private final Asked group = new Asked();
  private final List<WorkerNews> news = new ArrayList<>();

  /// A group that does nothing but write down what is asked of it.
  private static final class Asked implements WorkerGroup {
    final List<String> calls = new ArrayList<>();

    @Override
    public void start(WorkerSpec worker) {}

    @Override
    public void seat(WorkerSpec worker) {}

    @Override
    public void send(String worker, byte[] frame) {}

    @Override
    public void kill(String worker) {
      calls.add("kill " + worker);
    }

    @Override
    public String giveUp(WorkerSpec worker, long pid) {
      calls.add("give up " + worker.worker());
      return "";
    }

    @Override
    public void fence(WorkerSpec worker, long pid) {}

    @Override
    public void adopt(WorkerSpec worker, long pid) {}

    @Override
    public void release() {}

    @Override
    public void close() {}
  }

  private PooledWorker workerOf(PooledProcess process) {
    var worker = new PooledWorker("w7", process, news::add);
    worker.start();
    process.assign(worker);
    return worker;
  }

  private static boolean leaves(PooledProcess process) {
    var left = new WorkerNews.Frame("w0", new ToController.LeftRun().frame());
    return process.hear(left).orElseThrow().reusable();
  }

  @Test
  void aProcessThatLeftItsRunIsUsedAgain() {
    var process = new PooledProcess(SPEC, group, directory);
    workerOf(process).send(new ToWorker.Leave().frame());
    assertThat(leaves(process)).isTrue();
  }

  @Test
  void aProcessThatWasKilledWhileItLeftIsNotUsedAgain() {
    var process = new PooledProcess(SPEC, group, directory);
    PooledWorker worker = workerOf(process);
    worker.send(new ToWorker.Leave().frame());
    worker.kill();
    assertThat(leaves(process)).isFalse();
  }

  @Test
  void aProcessThatHasLeftIsNotGivenUpByTheRunThatItLeft() {
    var process = new PooledProcess(SPEC, group, directory);
    PooledWorker worker = workerOf(process);
    worker.send(new ToWorker.Leave().frame());
    leaves(process);
    worker.giveUp(1);
    assertThat(group.calls).isEmpty();
  }

  @Test
  void whatAnEarlierProcessOfThatNameHasPrintedIsNotTold() throws IOException {
    Path log = SPEC.log(directory);
    Files.createDirectories(log.getParent());
    Files.writeString(log, "a secret of an earlier trial\n");
    var process = new PooledProcess(SPEC, group, directory);
    workerOf(process);
    process.tellPrinted();
    assertThat(news).noneMatch(WorkerNews.Printed.class::isInstance);
  }
}
