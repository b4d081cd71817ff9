package dev.manta.cluster.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.data.Dataset;
import dev.manta.internal.link.LinkTerms;
import dev.manta.internal.link.PinnedTls;
import dev.manta.internal.remote.RemoteCluster;
import dev.manta.internal.remote.ToNode;
import dev.manta.python.PythonTrainer;
import dev.manta.python.internal.Interpreter;
import dev.manta.python.internal.PipEnvironment;
import dev.manta.testkit.python.Python;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Scripts in Python on nodes that are processes of their own.
@Timeout(300)
class PythonNodesTest {
  private static final Path PYTHON = Path.of("/usr/bin/python3");

  @TempDir Path directory;

  private PythonTrainer script(String text) throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(PYTHON), "no " + PYTHON);
    Path scripts = Files.createDirectories(directory.resolve("scripts"));
    Files.writeString(scripts.resolve("beside.py"), "WORD = 'from beside'\n");
    Path file = Files.writeString(scripts.resolve("train.py"), text);
    return PythonTrainer.script(file.toString())
        .python(PYTHON.toString())
        .args(file.toString())
        .scaling(ScalingConfig.workers(2).placement(Placement.SPREAD).perWorker(Resources.cpus(1)));
  }

  private RunConfig run() {
    return RunConfig.named("run").storage(directory.resolve("runs").toString()).quiet();
  }

  private static Result onTwoNodes(PythonTrainer trainer) throws Exception {
    return onTwoNodes(trainer.trainer());
  }

  private static Result onTwoNodes(Trainer trainer) throws Exception {
    try (var one = NodeProcess.start("one");
        var two = NodeProcess.start("two");
        var cluster =
            new RemoteCluster(
                new FixedHead(
                    List.of(one.node(), two.node()), List.of(one.address(), two.address())),
                PinnedTls.ofProcess(),
                LinkTerms.DEFAULT,
                System.err::println);
        var run = Manta.local().start(trainer, OptionalInt.empty(), () -> cluster)) {
      return run.await();
    }
  }

  private String logs() throws Exception {
    var all = new StringBuilder();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path log : files.filter(file -> file.toString().endsWith(".log")).toList()) {
        all.append(Files.readString(log));
      }
    }
    return all.toString();
  }

  @Test
  void aScriptTrainsOnTwoNodesWithCopiesOfItselfAndOfItsModules() throws Exception {
    Result result =
        onTwoNodes(
            script(
                    """
                    import os, sys
                    import beside, manta
                    context = manta.get_context()
                    rank = context.get_world_rank()
                    assert __file__ != sys.argv[1] and open(__file__).read() == open(sys.argv[1]).read()
                    print("rank", rank, "of node", context.get_node_rank(), beside.WORD, flush=True)
                    for step in range(20):
                        assert manta.broadcast_from_rank_zero((rank, step)) == (0, step)
                        manta.report({"step": step, "nodes": int(os.environ["GROUP_WORLD_SIZE"])})
                    """)
                .run(run()));
    assertThat(result.failure()).isEmpty();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.metrics().get("nodes")).isEqualTo(2L);
    assertThat(result.history().current()).hasSize(40);
    assertThat(logs())
        .contains("rank 0 of node 0 from beside")
        .contains("rank 1 of node 1 from beside");
  }

  @Test
  void aRankThatIsKilledOnOneNodeGetsTheLiveStateFromTheOther() throws Exception {
    Result result =
        onTwoNodes(
            script(
                    """
                    import os, signal
                    import manta
                    context = manta.get_context()
                    state = manta.live("state", {"step": 0, "sum": 0})
                    print("rank", context.get_world_rank(), "enters at", state["step"], flush=True)
                    while state["step"] < 30:
                        state["sum"] += manta.broadcast_from_rank_zero(state["step"])
                        state["step"] += 1
                        manta.report({"sum": state["sum"]})
                        if state["step"] == 10 and context.get_attempt() == 1 and context.get_world_rank() == 1:
                            os.kill(os.getpid(), signal.SIGKILL)
                    """)
                .run(run().failures(FailureConfig.retries(1))));
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.metrics().get("sum")).isEqualTo(435L);
    assertThat(logs()).containsPattern("rank 1 enters at 1[01]");
  }

  @Test
  void theCompanionOfEachNodeReadsTheDatasetOfItsRanks() throws Exception {
    Result result =
        onTwoNodes(
            script(
                    """
                    import manta
                    rows = sum(1 for _ in manta.get_dataset_shard("train").iter_rows())
                    total = sum(manta._attempt().gather(rows))
                    manta.report({"rows": rows, "total": total})
                    """)
                .python(Python.with("numpy").toString())
                .dataset("train", Dataset.range(101))
                .run(run()));
    assertThat(result.failure()).isEmpty();
    assertThat(result.metrics().get("total")).isEqualTo(101L);
  }

  /// That of the driver is taken for incomplete, as if nodes had a home of their own.
  @Test
  @Tag("campaign") // environments take their time to be made
  void nodesMakeTheEnvironmentOfTheRequirementsWhereItIsMissing() throws Exception {
    String python = Python.with("numpy").toString();
    Path requirements =
        Files.writeString(directory.resolve("requirements.txt"), "# " + directory + "\n");
    Trainer trainer =
        script("import sys, manta\nmanta.report({'by': sys.prefix})\n")
            .python(python)
            .requirements(requirements.toString())
            .run(run())
            .trainer();
    var environment = new PipEnvironment(requirements, new Interpreter(python));
    Path made = Path.of(environment.interpreter().program()).resolve("../..").normalize();
    try {
      Files.delete(made.resolve(".manta-complete"));
      Result result = onTwoNodes(trainer);
      assertThat(result.failure()).isEmpty();
      assertThat(result.metrics().get("by")).isEqualTo(made.toString());
      assertThat(made.resolve(".manta-complete")).exists();
    } finally {
      delete(made);
    }
  }

  private static void delete(Path environment) throws IOException {
    try (Stream<Path> all = Files.walk(environment)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }

  @Test
  void aNodeWithoutTheInterpreterSaysSo() {
    var runtime = new NodeRuntime("two", directory, List.of());
    var workers =
        new ToNode.Workers.Interpreters(List.of("/nowhere/python", "-u"), Map.of(), List.of());
    assertThatThrownBy(() -> runtime.of(workers))
        .hasMessageContaining("node two has no interpreter /nowhere/python");
  }
}
