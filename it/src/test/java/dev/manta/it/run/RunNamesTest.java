package dev.manta.it.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.it.run.Functions.Config;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainLoop;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The same name again: finished, unfinished, in use.
@Timeout(300)
class RunNamesTest {
  @TempDir Path storage;

  private Trainer trainer(TrainLoop<Config> loop, int epochs, String text) {
    return Trainer.of(loop, new Config(epochs, text))
        .scaling(ScalingConfig.workers(2))
        .run(config());
  }

  private RunConfig config() {
    return RunConfig.named("digits")
        .storage(storage.toString())
        .failures(FailureConfig.none())
        .quiet();
  }

  private void leaveUnfinished() {
    assertThatThrownBy(() -> trainer(Functions::countsAndDiesOnce, 6, "kill").fit())
        .hasMessageContaining("SIGKILL");
  }

  @Test
  void aStorageThatCannotBeMadeIsNamed() throws IOException {
    Path file = Files.createFile(storage.resolve("file"));
    RunConfig below = RunConfig.named("digits").storage(file.resolve("runs").toString()).quiet();
    assertThatThrownBy(() -> trainer(Functions::counts, 1, "").run(below).fit())
        .hasMessageContaining("cannot make the directory " + file);
  }

  @Test
  void aFinishedNameStartsAnother() {
    trainer(Functions::counts, 1, "").fit();
    assertThat(trainer(Functions::counts, 1, "").fit().run()).isEqualTo("digits-2");
  }

  @Test
  void anUnfinishedNameResumesFromItsLastCheckpoint() {
    leaveUnfinished();
    Result result = trainer(Functions::countsAndDiesOnce, 6, "kill").fit();
    assertThat(result.run()).isEqualTo("digits");
    assertThat(result.metrics().number("sum")).isEqualTo(18);
    assertThat(result.metricsHistory()).hasSize(6);
  }

  @Test
  void freshStartsOver() {
    leaveUnfinished();
    Result result = trainer(Functions::counts, 2, "").run(config().fresh()).fit();
    assertThat(result.run()).isEqualTo("digits-2");
    assertThat(result.metrics().number("sum")).isEqualTo(6);
  }

  @Test
  void aDamagedCheckpointIsNamedAndTheOneBeforeIsUsed() throws IOException {
    leaveUnfinished();
    Path newest = newestCheckpoint();
    try (var files = Files.walk(newest)) {
      Path file =
          files
              .filter(Files::isRegularFile)
              .filter(f -> !f.toString().contains("manifest"))
              .findFirst()
              .orElseThrow();
      Files.write(file, new byte[] {1, 2, 3});
    }
    List<String> said = new CopyOnWriteArrayList<>();
    Result result =
        trainer(Functions::countsAndDiesOnce, 6, "kill")
            .run(config().listener(new Warnings(said)))
            .fit();
    assertThat(said).anyMatch(text -> text.contains(newest.getFileName().toString()));
    assertThat(result.metrics().number("sum")).isEqualTo(18);
  }

  private Path newestCheckpoint() throws IOException {
    try (var all = Files.list(storage.resolve("digits/checkpoints"))) {
      return all.sorted().reduce((first, second) -> second).orElseThrow();
    }
  }

  /// Keeps warnings.
  private record Warnings(List<String> said) implements dev.manta.train.RunListener {
    @Override
    public void warning(String message) {
      said.add(message);
    }
  }

  @Test
  void aNameInUseIsRefusedAndAStopEndsTheOther() throws InterruptedException {
    var running = new CountDownLatch(1);
    var result = new AtomicReference<Result>();
    var config = config().listener(new Started(running));
    Thread thread =
        Thread.ofPlatform()
            .start(() -> result.set(trainer(Functions::waitsForStop, 0, "").run(config).fit()));
    running.await();
    assertThatThrownBy(() -> trainer(Functions::counts, 1, "").fit())
        .hasMessageContaining("digits")
        .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
    thread.interrupt();
    thread.join();
    assertThat(result.get().status()).isEqualTo(RunStatus.STOPPED);
  }

  /// Opens a latch when ranks report.
  private record Started(CountDownLatch latch) implements dev.manta.train.RunListener {
    @Override
    public void report(dev.manta.train.Report report) {
      latch.countDown();
    }
  }
}
