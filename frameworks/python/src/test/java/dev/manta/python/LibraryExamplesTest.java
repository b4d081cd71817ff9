package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.testkit.python.Python;
import dev.manta.train.FailureConfig;
import dev.manta.train.NewCheckpoint;
import dev.manta.train.RunConfig;
import dev.manta.train.RunListener;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Each example of a library trains on two ranks, one of which is killed when its first checkpoint
/// is stored, and the run recovers. `./dev python` runs them.
@Tag("campaign")
class LibraryExamplesTest {
  private static final Path EXAMPLES = Path.of("../../examples-python").toAbsolutePath();
  private static final int LAST_EPOCH = 3;

  /// Holds the first attempt when its first checkpoint is stored, and ranks without one at their
  /// first report, so that none is over before the kill.
  private static final String HOLD =
      """
      import os, sys, time
      sys.path.insert(0, os.environ["MANTA_LIBRARY"])
      import manta
      report = manta.report
      def held(metrics, checkpoint=None, *others, **more):
          report(metrics, checkpoint, *others, **more)
          context = manta.get_context()
          if context.get_attempt() == 1 and (checkpoint is not None or context.get_world_rank() > 0):
              time.sleep(120)
      manta.report = held
      """;

  @TempDir Path directory;

  @ParameterizedTest(name = "{0}", quoteTextArguments = false)
  @CsvSource({
    "torch_ddp.py, torch, loss",
    "torch_fsdp.py, torch, loss",
    "transformers_bert.py, transformers, train_loss",
    "lightning_classifier.py, lightning, loss",
    "accelerate_regression.py, accelerate, loss",
    "keras_regression.py, keras, loss",
    "tensorflow_keras.py, tensorflow, loss",
    "jax_regression.py, jax, loss",
    "sklearn_ensemble.py, sklearn, accuracy"
  })
  void aKilledRankIsReplacedAndTheRunEndsWhereItWouldHave(
      String script, String library, String metric) throws IOException {
    Files.writeString(directory.resolve("sitecustomize.py"), HOLD);
    Path python = Python.with(library);
    var killer = new Killer();
    Result result =
        PythonTrainer.script(EXAMPLES.resolve(script).toString())
            .python(python.toString())
            .scaling(ScalingConfig.workers(2))
            .run(
                RunConfig.named("example")
                    .storage(directory.toString())
                    .failures(FailureConfig.retries(1))
                    .environment("PYTHONPATH", directory.toString())
                    .listener(killer)
                    .quiet())
            .fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(killer.hasKilled()).as("a rank was killed").isTrue();
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.metrics().has(metric)).as("%s in %s", metric, result.metrics()).isTrue();
    assertThat(result.metrics().number("epoch")).isGreaterThanOrEqualTo(LAST_EPOCH);
    assertThat(result.latestCheckpoint()).isPresent();
    System.out.println(script + ": " + result.metrics() + ", " + result.attempts() + " attempts");
  }

  /// Reading such a variable is a collective, and so is saving the model that has it.
  @Test
  void aModelWhoseVariableIsAddedUpOnReadingIsSavedByEveryRank() throws IOException {
    String example = Files.readString(EXAMPLES.resolve("tensorflow_keras.py"));
    String compile = "    model.compile(";
    String variable =
        "    model.seen = keras.Variable("
            + "1.0, trainable=False, synchronization=\"on_read\", aggregation=\"sum\")\n";
    Path script =
        Files.writeString(
            directory.resolve("summed.py"), example.replace(compile, variable + compile));
    Result result =
        PythonTrainer.script(script.toString())
            .python(Python.with("tensorflow").toString())
            .scaling(ScalingConfig.workers(2))
            .run(RunConfig.named("summed").storage(directory.toString()).quiet())
            .fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.attempts()).isEqualTo(1);
    assertThat(result.latestCheckpoint()).isPresent();
  }

  /// A package that notes who imports it, behind PyTorch, shows when the spare is warm.
  @Test
  void aSpareHasImportedPyTorchWhenItTakesTheDeadRanksPlace() throws IOException {
    Path imports = directory.resolve("imports");
    Files.writeString(
        directory.resolve("noted.py"), "open('%s', 'a').write('.')\n".formatted(imports));
    Path script =
        Files.writeString(
            Files.createDirectories(directory.resolve("script")).resolve("spare.py"),
            """
            import os, signal, sys, time
            imported = "torch" in sys.modules
            import torch, noted, manta
            context = manta.get_context()
            state = manta.live("state", {"step": 0})
            while state["step"] < 20:
                manta.barrier()
                state["step"] += 1
                manta.report({"step": state["step"], "imported": imported})
                if state["step"] == 10 and context.get_attempt() == 1 and context.get_world_rank() == 1:
                    while os.path.getsize(sys.argv[1]) < 3:
                        time.sleep(0.05)
                    os.kill(os.getpid(), signal.SIGKILL)
            """);
    Result result =
        PythonTrainer.script(script.toString())
            .python(Python.with("torch").toString())
            .args(imports.toString())
            .scaling(ScalingConfig.workers(2))
            .run(
                RunConfig.named("spare")
                    .storage(directory.toString())
                    .failures(FailureConfig.retries(1))
                    .environment("PYTHONPATH", directory.toString())
                    .quiet())
            .fit();
    assertThat(
            result
                .history()
                .current()
                .filter(report -> report.attempt() == 2 && report.rank() == 1)
                .map(report -> report.metrics().get("imported")))
        .isNotEmpty()
        .containsOnly(true);
  }

  /// Kills the process of rank 1 once a checkpoint is stored.
  private static final class Killer implements RunListener {
    private final Map<Integer, Long> processes = new ConcurrentHashMap<>();
    private final AtomicBoolean killed = new AtomicBoolean();

    @Override
    public void state(RunUpdate update) {
      update.workers().stream()
          .filter(worker -> worker.rank() >= 0 && worker.pid() > 0)
          .forEach(worker -> processes.put(worker.rank(), worker.pid()));
    }

    @Override
    public void checkpoint(NewCheckpoint checkpoint) {
      Long process = processes.get(1);
      if (process != null && killed.compareAndSet(false, true)) {
        ProcessHandle.of(process).ifPresent(ProcessHandle::destroyForcibly);
      }
    }

    boolean hasKilled() {
      return killed.get();
    }
  }
}
