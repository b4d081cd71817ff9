package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.testkit.python.Python;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A script for torchrun that knows nothing of Manta ends with the loss that torchrun gives. `./dev
/// python` runs it.
@Tag("campaign")
class PlainScriptTest {
  private static final Path SCRIPT = Path.of("../../examples-python/plain_ddp.py").toAbsolutePath();

  /// In the first attempt rank 0 kills rank 1 when its first snapshot is written, and stays there.
  private static final String KILL =
      """
      import os, signal, time
      replace, marks = os.replace, os.environ["KILLED"]
      import torch.distributed as dist
      init = dist.init_process_group
      def joined(*words, **others):
          init(*words, **others)
          open(os.path.join(marks, "rank-" + os.environ["RANK"]), "w").write(str(os.getpid()))
          dist.barrier()
      def replaced(source, target):
          replace(source, target)
          mark = os.path.join(marks, "rank-1")
          if str(target).endswith("snapshot.pt") and not os.path.exists(mark + ".killed"):
              process = int(open(mark).read())
              open(mark + ".killed", "w").close()
              os.kill(process, signal.SIGKILL)
              time.sleep(120)
      dist.init_process_group, os.replace = joined, replaced
      """;

  @TempDir Path directory;

  private Path made(String name) throws Exception {
    return Files.createDirectories(directory.resolve(name));
  }

  private double loss(String name) throws Exception {
    return Double.parseDouble(Files.readString(directory.resolve(name).resolve("loss")));
  }

  private double withTorchrun() throws Exception {
    Path log = directory.resolve("torchrun.log");
    List<String> command =
        List.of(
            Python.with("torch").toString(),
            "-m",
            "torch.distributed.run",
            "--standalone",
            "--nproc-per-node",
            "2",
            SCRIPT.toString(),
            made("torchrun").toString());
    Process process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean ended = process.waitFor(5, TimeUnit.MINUTES);
    if (!ended) {
      process.destroyForcibly();
    }
    assertThat(ended && process.exitValue() == 0).as(Files.readString(log)).isTrue();
    return loss("torchrun");
  }

  private Result withManta(String name, RunConfig run) throws Exception {
    return PythonTrainer.script(SCRIPT.toString())
        .python(Python.with("torch").toString())
        .args(made(name).toString())
        .scaling(ScalingConfig.workers(2))
        .run(run.storage(directory.resolve("runs").toString()).quiet())
        .fit();
  }

  @Test
  void aScriptForTorchrunEndsWithTheSameLossAndSoDoesOneOfWhichARankIsKilled() throws Exception {
    double expected = withTorchrun();
    assertThat(withManta("plain", RunConfig.named("plain")).status()).isEqualTo(RunStatus.FINISHED);
    assertThat(loss("plain")).isEqualTo(expected);
    Files.writeString(directory.resolve("sitecustomize.py"), KILL);
    Result killed =
        withManta(
            "killed",
            RunConfig.named("killed")
                .failures(FailureConfig.retries(1))
                .environment("PYTHONPATH", directory.toString())
                .environment("KILLED", directory.toString()));
    assertThat(killed.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(killed.attempts()).isEqualTo(2);
    assertThat(loss("killed")).isEqualTo(expected);
  }
}
