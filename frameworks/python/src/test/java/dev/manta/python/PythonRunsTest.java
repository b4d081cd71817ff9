package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.TrainingFailed;
import dev.manta.error.MantaException;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Scripts that train on processes of an interpreter.
class PythonRunsTest {
  @TempDir Path directory;
  private Scripts scripts;

  @BeforeEach
  void open() {
    scripts = new Scripts(directory);
  }

  @Test
  void everyRankOfAScriptKnowsItsPlaceAndReports() throws Exception {
    Result result =
        scripts.fit(
            """
            import json, os, sys
            import manta
            context = manta.get_context()
            print("argv", sys.argv[1:], "at", os.getcwd())
            print("env", json.dumps({n: os.environ[n] for n in ("RANK", "WORLD_SIZE", "LOCAL_RANK", "MASTER_ADDR", "TORCHELASTIC_RESTART_COUNT")}))
            print("port", os.environ["MASTER_PORT"])
            assert __name__ == "__main__"
            for step in range(3):
                manta.report({"rank": context.get_world_rank(), "of": context.get_world_size(), "step": step, "none": float("nan")})
            """,
            2,
            "--lr",
            "1e-3");
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.history().current()).hasSize(6);
    assertThat(result.metrics().get("of")).isEqualTo(2L);
    assertThat(scripts.log("train", 1))
        .contains("argv ['--lr', '1e-3'] at " + Path.of("").toAbsolutePath())
        .contains("\"RANK\": \"1\", \"WORLD_SIZE\": \"2\", \"LOCAL_RANK\": \"1\"");
    assertThat(port(0)).isEqualTo(port(1));
  }

  @Test
  void ranksBeginInTheWorkingDirectoryAndKnowTheRetries() {
    Result result =
        scripts
            .script(
                "where.py",
                "import os, manta\n"
                    + "manta.report({'at': os.getcwd(), 'restarts': os.environ['TORCHELASTIC_MAX_RESTARTS']})\n")
            .workingDirectory(directory)
            .run(scripts.run("where").failures(FailureConfig.retries(5)))
            .fit();
    assertThat(result.metrics().get("at")).isEqualTo(directory.toString());
    assertThat(result.metrics().get("restarts")).isEqualTo("5");
  }

  @Test
  void aMissingWorkingDirectoryIsNamedBeforeAnyRankStarts() {
    PythonTrainer trainer =
        scripts.script("where.py", "").workingDirectory(directory.resolve("none"));
    assertThatThrownBy(trainer::fit)
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("there is no working directory " + directory.resolve("none"));
  }

  @Test
  void whatALauncherWithinTheScriptHasWrittenReachesTheError() {
    TrainingFailed failed =
        scripts.failure(
            scripts
                .script(
                    "launches.py",
                    """
                    import json, os, sys
                    with open(os.environ["TORCHELASTIC_ERROR_FILE"], "w") as file:
                        json.dump({"message": {"message": "ValueError: of a child", "extraInfo": {}}}, file)
                    sys.exit(1)
                    """)
                .run(scripts.run("launches").failures(FailureConfig.retries(0))));
    assertThat(failed).hasMessageContaining("called sys.exit(1): ValueError: of a child");
  }

  private String port(int rank) throws Exception {
    return scripts.log("train", rank).lines().filter(l -> l.startsWith("port")).findFirst().get();
  }

  @Test
  void aFunctionIsCalledWithItsConfigAndItsValueIsKept() {
    String file =
        scripts.write(
            "functions.py",
            """
            import manta
            def train(config):
                manta.report({"lr": config["lr"], "name": __name__})
                return {"layers": config["layers"]}
            """);
    Result result =
        PythonTrainer.function(file, "train", Map.of("lr", 0.5, "layers", List.of(3, 4)))
            .python(Scripts.anyPython().toString())
            .run(scripts.run("functions"))
            .fit();
    assertThat(result.metrics().get("lr")).isEqualTo(0.5);
    assertThat(result.metrics().get("name")).isEqualTo("__manta_loop__");
  }

  @Test
  void anExceptionIsToldWithItsFirstCauseItsLineAndItsTraceback() {
    TrainingFailed failed =
        scripts.failure(
            scripts
                .script(
                    "bad.py",
                    """
                    def learn():
                        try:
                            {}["rate"]
                        except KeyError as missing:
                            raise ValueError("no learning rate") from missing
                    learn()
                    """)
                .run(scripts.run("bad").failures(FailureConfig.retries(0))));
    assertThat(failed)
        .hasMessageContaining("threw KeyError: 'rate' at " + directory.resolve("bad.py") + ":3")
        .hasMessageContaining("which became ValueError: no learning rate")
        .hasMessageContaining("line 6, in <module>");
  }

  @Test
  void valuesTravelFromRankZeroToAllRanks() {
    Result result =
        scripts.fit(
            """
            import manta
            rank = manta.get_context().get_world_rank()
            for each in range(50):
                assert manta.broadcast_from_rank_zero({"from": rank, "each": each}) == {"from": 0, "each": each}
                manta.barrier()
            manta.report({"met": True})
            """,
            3);
    assertThat(result.history().current()).hasSize(3);
  }

  @Test
  void whatIsWrongWithAScriptIsToldBeforeAnyRankStarts() {
    refused(PythonTrainer.script(directory.resolve("none.py").toString()), "there is no script");
    refused(scripts.script("syntax.py", "def train(:\n"), "syntax.py:1: ");
    refused(
        scripts.script("imports.py", "\nimport no_such_package\n"),
        "imports.py:2: ",
        "has no module no_such_package");
    refused(function("def other(config): ..."), "has no function train; functions of it: other");
    refused(function("def train(config, rank): ..."), "takes config, rank; a training function");
    refused(function("async def train(config): ..."), "is asynchronous");
    refused(
        scripts.script("fine.py", "").python("/nowhere/python"),
        "there is no interpreter /nowhere/python");
    assertThat(directory.resolve("runs")).doesNotExist();
  }

  private PythonTrainer function(String text) {
    return PythonTrainer.function(scripts.write("function.py", text), "train", Map.of())
        .python(Scripts.anyPython().toString());
  }

  private void refused(PythonTrainer trainer, String... words) {
    assertThatThrownBy(() -> trainer.run(scripts.run("refused")).fit())
        .isInstanceOf(MantaException.class)
        .hasMessageContainingAll(words);
  }

  @Test
  void threadsCannotRunAScript() {
    assertThatThrownBy(
            () ->
                scripts
                    .script("train.py", "")
                    .scaling(ScalingConfig.inProcess(2))
                    .run(scripts.run("threads"))
                    .fit())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("say ScalingConfig.workers(n)");
  }
}
