package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.python.ray.RayScript;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonObject;
import dev.manta.testkit.python.Python;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Scripts of Ray Train whose driver is a Python process and whose ranks are Manta's.
class RayScriptTest {
  /// The head of every script: where it keeps runs, and how it tells the test what came of it.
  private static final String HEAD =
      """
      import json, os, sys, tempfile
      import ray
      from ray import train
      from ray.train.data_parallel_trainer import DataParallelTrainer
      storage, answer = sys.argv[1:3]
      def tell(**what):
          with open(answer, "w") as file:
              json.dump(what, file)
      """;

  @TempDir Path directory;
  private Scripts scripts;

  @BeforeEach
  void open() {
    scripts = new Scripts(directory);
  }

  private JsonObject run(String text) throws IOException {
    String file = scripts.write("script.py", HEAD + text);
    Path answer = directory.resolve("answer.json");
    int status =
        RayScript.of(file)
            .args(directory.resolve("runs").toString(), answer.toString())
            .python(Scripts.anyPython().toString())
            .run();
    assertThat(status).isZero();
    return Json.parse(Files.readString(answer)).asObject();
  }

  @Test
  void aScriptWithoutAGuardTrainsAndGetsItsResultBack() throws IOException {
    JsonObject told =
        run(
            """
            offset = 10
            def train_func(config):
                rank = train.get_context().get_world_rank()
                for epoch in range(3):
                    with tempfile.TemporaryDirectory() as folder:
                        with open(os.path.join(folder, f"rank-{rank}"), "w") as file:
                            file.write(str(epoch))
                        train.report({"score": offset + config["by"] * epoch}, checkpoint=train.Checkpoint.from_directory(folder))
            result = DataParallelTrainer(
                train_func, train_loop_config={"by": 2}, scaling_config=train.ScalingConfig(num_workers=2),
                run_config=train.RunConfig(name="plain", storage_path=storage, checkpoint_config=train.CheckpointConfig(num_to_keep=1)),
            ).fit()
            with result.checkpoint.as_directory() as folder:
                files = sorted(os.listdir(folder))
            tell(metrics=result.metrics, files=files, kept=len(result.best_checkpoints), path=result.path)
            """);
    assertThat(told.get("metrics").text()).isEqualTo("{\"score\":14}");
    assertThat(told.get("files").text()).isEqualTo("[\"rank-0\",\"rank-1\"]");
    assertThat(told.get("kept").asInt()).isEqualTo(1);
    assertThat(Path.of(told.get("path").asText())).isDirectory();
  }

  @Test
  void eachCheckpointMayComeFromOtherRanks() throws IOException {
    JsonObject told =
        run(
            """
            def train_func():
                rank = train.get_context().get_world_rank()
                for ranks in ([0], [0, 1], [1], [0]):
                    with tempfile.TemporaryDirectory() as folder:
                        with open(os.path.join(folder, f"rank-{rank}"), "w") as file:
                            file.write(str(ranks))
                        checkpoint = train.Checkpoint.from_directory(folder) if rank in ranks else None
                        train.report({"ranks": len(ranks)}, checkpoint=checkpoint)
            result = DataParallelTrainer(
                train_func, scaling_config=train.ScalingConfig(num_workers=2),
                run_config=train.RunConfig(name="others", storage_path=storage)).fit()
            files = []
            for checkpoint, _ in result.best_checkpoints:
                with checkpoint.as_directory() as folder:
                    files.append(sorted(name for name in os.listdir(folder) if name.startswith("rank")))
            tell(files=files)
            """);
    assertThat(told.get("files").text())
        .isEqualTo("[[\"rank-0\"],[\"rank-0\",\"rank-1\"],[\"rank-1\"],[\"rank-0\"]]");
  }

  @Test
  void ranksBeginInTheWorkingDirectoryAndImportFromIt() throws IOException {
    Path code = Files.createDirectories(directory.resolve("code"));
    Files.writeString(code.resolve("mine.py"), "value = 7\n");
    JsonObject told =
        run(
            """
            ray.init(runtime_env={"working_dir": "%s"})
            def train_func():
                import mine
                train.report({"value": mine.value, "at": os.getcwd()})
            result = DataParallelTrainer(
                train_func, run_config=train.RunConfig(name="there", storage_path=storage)).fit()
            tell(metrics=result.metrics)
            """
                .formatted(code));
    assertThat(told.get("metrics").text()).contains("\"value\":7").contains(code.toString());
  }

  @Test
  void withoutCloudpickleAFunctionGoesByItsName() throws IOException {
    JsonObject told =
        run(
            """
            sys.modules["cloudpickle"] = None
            def train_func():
                train.report({"by name": __name__})
                return [1, "two"]
            result = DataParallelTrainer(train_func, run_config=train.RunConfig(name="named", storage_path=storage)).fit()
            tell(metrics=result.metrics, value=result.return_value)
            """);
    assertThat(told.get("value").text()).isEqualTo("[1,\"two\"]");
    assertThat(told.get("metrics").text()).isEqualTo("{\"by name\":\"__mp_main__\"}");
  }

  @Test
  void aRunWithoutANameResumesNoOther() throws IOException {
    JsonObject told =
        run(
            """
            def fails():
                raise ValueError("once")
            def train_func():
                train.report({"ran": 1})
            def trainer(function):
                return DataParallelTrainer(function, run_config=train.RunConfig(storage_path=storage))
            try:
                trainer(fails).fit()
            except train.TrainingFailedError:
                pass
            tell(path=trainer(train_func).fit().path, runs=len(os.listdir(storage)))
            """);
    assertThat(told.get("runs").asInt()).isEqualTo(2);
    assertThat(told.get("path").asText()).contains("/script-20");
  }

  @Test
  void aFailureOfARankIsRaisedInTheDriver() throws IOException {
    JsonObject told =
        run(
            """
            def train_func():
                raise ValueError("wrong rate")
            try:
                DataParallelTrainer(train_func, run_config=train.RunConfig(name="failing", storage_path=storage)).fit()
            except train.WorkerGroupError as error:
                tell(message=str(error), ranks=sorted(error.worker_failures), known=isinstance(error, train.TrainingFailedError))
            """);
    assertThat(told.get("message").asText()).contains("ValueError: wrong rate", "script.py:");
    assertThat(told.get("ranks").text()).isEqualTo("[0]");
    assertThat(told.get("known").asBoolean()).isTrue();
  }

  @Test
  void aRankThatIsKilledResumesFromTheLastCheckpoint() throws IOException {
    JsonObject told =
        run(
            """
            def train_func():
                checkpoint = train.get_checkpoint()
                start = 0
                if checkpoint:
                    with checkpoint.as_directory() as folder:
                        start = int(open(os.path.join(folder, "epoch")).read()) + 1
                for epoch in range(start, 4):
                    with tempfile.TemporaryDirectory() as folder:
                        with open(os.path.join(folder, "epoch"), "w") as file:
                            file.write(str(epoch))
                        train.report({"epoch": epoch, "start": start}, checkpoint=train.Checkpoint.from_directory(folder))
                    if epoch == 1 and start == 0 and train.get_context().get_world_rank() == 1:
                        os.kill(os.getpid(), 9)
            result = DataParallelTrainer(
                train_func, scaling_config=train.ScalingConfig(num_workers=2),
                run_config=train.RunConfig(name="killed", storage_path=storage, failure_config=train.FailureConfig(max_failures=1)),
            ).fit()
            tell(metrics=result.metrics)
            """);
    assertThat(told.get("metrics").asObject().get("epoch").asInt()).isEqualTo(3);
    assertThat(told.get("metrics").asObject().get("start").asInt()).isPositive();
  }

  @Test
  void trialsOfATunerAreRunsAndABadOneIsStoppedEarly() throws IOException {
    JsonObject told =
        run(
            """
            from ray import tune
            from ray.tune.schedulers import ASHAScheduler
            def objective(config):
                for step in range(4):
                    tune.report({"loss": config["x"] / (step + 1)})
            grid = tune.Tuner(
                objective, param_space={"x": tune.grid_search([1.0, 3.0])},
                tune_config=tune.TuneConfig(metric="loss", mode="min", max_concurrent_trials=1,
                                            scheduler=ASHAScheduler(max_t=4, grace_period=2, reduction_factor=2)),
                run_config=tune.RunConfig(name="search", storage_path=storage)).fit()
            best = grid.get_best_result()
            tell(best=best.config["x"], loss=best.metrics["loss"], steps=[r.metrics["training_iteration"] for r in grid], errors=grid.num_errors)
            """);
    assertThat(told.get("best").asDouble()).isEqualTo(1.0);
    assertThat(told.get("loss").asDouble()).isEqualTo(0.25);
    assertThat(told.get("steps").text()).isEqualTo("[4,2]");
    assertThat(told.get("errors").asInt()).isZero();
  }

  @Test
  void anInterruptedDriverWaitsForTheRunAndIsInterruptedThen() throws IOException {
    JsonObject told =
        run(
            """
            import signal, threading
            def train_func():
                train.report({"ran": 1})
            def interrupt():
                os.kill(os.getpid(), signal.SIGINT)
            threading.Timer(0.1, interrupt).start()
            try:
                DataParallelTrainer(train_func, run_config=train.RunConfig(name="interrupted", storage_path=storage)).fit()
            except KeyboardInterrupt:
                tell(ended=train.Result.from_path(storage + "/interrupted").metrics)
            """);
    assertThat(told.get("ended").text()).isEqualTo("{\"ran\":1}");
  }

  @Test
  void theStatusOfTheScriptIsGivenBack() {
    String file = scripts.write("exits.py", "import sys; sys.exit(3)");
    assertThat(RayScript.of(file).python(Scripts.anyPython().toString()).run()).isEqualTo(3);
  }

  @Test
  void aMissingScriptIsNamed() {
    assertThatThrownBy(() -> RayScript.of("/nowhere/script.py").run())
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("there is no script /nowhere/script.py");
  }

  @Test
  void thePackageKeepsItsPromisesWithoutARun() {
    Path test = Path.of("src/test/python/ray_compat_test.py").toAbsolutePath();
    Path sources = Path.of("src/main/python").toAbsolutePath();
    Python.assumeHas("numpy");
    Python.run(
        """
        import sys, unittest
        sys.dont_write_bytecode = True
        sys.path[:0] = [sys.argv[2] + "/ray_compat", sys.argv[2]]
        import runpy
        module = type(sys)("ray_compat_test")
        module.__dict__.update(runpy.run_path(sys.argv[1]))
        suite = unittest.defaultTestLoader.loadTestsFromModule(module)
        sys.exit(not unittest.TextTestRunner().run(suite).wasSuccessful())
        """,
        test,
        sources);
  }
}
