package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Manta;
import dev.manta.Result;
import dev.manta.TrainingFailed;
import dev.manta.testkit.python.Python;
import dev.manta.train.FailureConfig;
import dev.manta.train.Report;
import dev.manta.train.RunListener;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Ranks that keep live state in memory, and their processes when another one dies.
class PythonLiveTest {
  /// Sums up what rank 0 says, and does something in the middle of its first attempt.
  private static final String SUMS =
      """
      import os, signal, sys
      import manta
      context = manta.get_context()
      state = manta.live("state", {"step": 0, "sum": 0})
      print("enters at", state["step"], "in process", os.getpid(), "attempt", context.get_attempt(), flush=True)
      while state["step"] < 30:
          state["sum"] += manta.broadcast_from_rank_zero(state["step"])
          state["step"] += 1
          manta.report({"sum": state["sum"]})
          if state["step"] == 10 and context.get_attempt() == 1 and context.get_world_rank() == context.get_world_size() - 1:
              exec(sys.argv[1])
      """;

  private static final Pattern ENTRY = Pattern.compile("enters at (\\d+) in process (\\d+)");

  @TempDir Path directory;
  private Scripts scripts;

  @BeforeEach
  void open() {
    scripts = new Scripts(directory);
  }

  private Result sums(String inTheMiddle, int workers) {
    return scripts
        .script("sums.py", SUMS)
        .args(inTheMiddle)
        .scaling(ScalingConfig.workers(workers))
        .run(scripts.run("sums").failures(FailureConfig.retries(2)))
        .fit();
  }

  private List<MatchResult> entries(int rank) throws Exception {
    return ENTRY.matcher(scripts.log("sums", rank)).results().toList();
  }

  @Test
  void survivorsKeepTheirProcessesAndTheNewRankGetsTheLastCommit() throws Exception {
    Result result = sums("os.kill(os.getpid(), signal.SIGKILL)", 3);
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.metrics().get("sum")).isEqualTo(435L);
    assertThat(entries(0)).hasSize(2);
    assertThat(entries(0).getLast().group(2)).isEqualTo(entries(0).getFirst().group(2));
    int resumed = Integer.parseInt(entries(2).getLast().group(1));
    assertThat(resumed).isBetween(10, 11);
    assertThat(entries(0).getLast().group(1)).isEqualTo(entries(2).getLast().group(1));
    assertThat(entries(2).getLast().group(2)).isNotEqualTo(entries(2).getFirst().group(2));
  }

  @Test
  void theOnlyRankThatHoldsACommitContinuesInItsProcessThoughItsScriptThrew() throws Exception {
    Result result = sums("raise ConnectionError('gone for a moment')", 1);
    assertThat(result.metrics().get("sum")).isEqualTo(435L);
    assertThat(entries(0)).hasSize(2);
    assertThat(entries(0).getLast().group(1)).isEqualTo("10");
    assertThat(entries(0).getLast().group(2)).isEqualTo(entries(0).getFirst().group(2));
  }

  @Test
  void aCommitThatFailsHalfWayIsNotTakenForTheOneBefore() {
    String text =
        """
        import torch
        import manta
        class Fails:
            def state_dict(self):
                if weights["step"] == 5 and manta.get_context().get_attempt() == 1:
                    raise ConnectionError("half way")
                return {}
            def load_state_dict(self, state):
                pass
        weights = manta.live("weights", {"step": 0, "sum": torch.zeros(1)})
        manta.live("fails", Fails())
        while weights["step"] < 10:
            weights["step"] += 1
            weights["sum"] += 1
            manta.report({"sum": weights["sum"]})
        """;
    Result result =
        PythonTrainer.script(scripts.write("half.py", text))
            .python(Python.with("torch").toString())
            .run(scripts.run("half").failures(FailureConfig.retries(2)))
            .fit();
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.metrics().get("sum")).isEqualTo(10.0);
  }

  @Test
  void aRankThatLeavesAThreadBehindGetsANewProcess() throws Exception {
    Result result =
        sums(
            "import threading, time; threading.Thread(target=time.sleep, args=(60,)).start();"
                + " raise ConnectionError('with a thread')",
            1);
    assertThat(result.metrics().get("sum")).isEqualTo(435L);
    assertThat(entries(0).getLast().group(2)).isNotEqualTo(entries(0).getFirst().group(2));
  }

  @Test
  void aSnapshotOfLiveStateIsRestoredByTheNextRunOfTheName() throws Exception {
    String text =
        """
        import manta
        state = manta.live("state", {"step": 0})
        print("begins at", state["step"])
        for epoch in manta.epochs(6):
            print("epoch", epoch)
            state["step"] += 1
            manta.report({"step": state["step"]}, manta.snapshot())
            if state["step"] == 3 and manta.get_context().get_attempt() == 1:
                raise SystemExit("half way")
        """;
    PythonTrainer trainer = scripts.script("snapshot.py", text);
    TrainingFailed failed =
        scripts.failure(trainer.run(scripts.run("snapshot").failures(FailureConfig.retries(0))));
    assertThat(failed).hasMessageContaining("called sys.exit('half way')");
    Result result = trainer.run(scripts.run("snapshot")).fit();
    assertThat(result.metrics().get("step")).isEqualTo(6L);
    assertThat(scripts.log("snapshot", 0))
        .contains("begins at 3\nepoch 3\nepoch 4\nepoch 5\n")
        .doesNotContain("epoch 6");
  }

  @Test
  void whatIsNoStateIsRefused() {
    TrainingFailed failed =
        scripts.failure(
            scripts
                .script("none.py", "import manta\nmanta.live('list', [1])\n")
                .run(scripts.run("none").failures(FailureConfig.retries(0))));
    assertThat(failed).hasMessageContaining("live state \"list\" is a list: it has to be a dict");
  }

  @Test
  void aRunResumesWithFewerRanksFromTheCommitThatAllHaveLeftAt() throws Exception {
    String text =
        """
        import os
        import manta
        context = manta.get_context()
        state = manta.live("state", {"step": 0})
        print("enters at", state["step"], "in process", os.getpid(), flush=True)
        while state["step"] < 20 or context.get_world_size() == 2:
            manta.barrier()
            state["step"] += 1
            manta.report({"step": state["step"]})
            assert state["step"] < 100000
        manta.report({"ranks": context.get_world_size()})
        """;
    Path run = directory.resolve("runs/sums");
    Result result =
        scripts
            .script("resize.py", text)
            .scaling(ScalingConfig.workers(1, 2))
            .run(scripts.run("sums").listener(new ScaleAt(run, Map.of(1, 1))))
            .fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.metrics().get("ranks")).isEqualTo(1L);
    assertThat(entries(0)).hasSize(2);
    assertThat(entries(0).getLast().group(2)).isEqualTo(entries(0).getFirst().group(2));
    assertThat(Integer.parseInt(entries(0).getLast().group(1))).isPositive();
  }

  @Test
  void aRunResumesWithMoreRanksAndTheNewOneGetsTheLastCommit() throws Exception {
    String text =
        """
        import os
        import manta
        context = manta.get_context()
        state = manta.live("state", {"step": 0})
        print("enters at", state["step"], "in process", os.getpid(), flush=True)
        end = state["step"] + 20
        while context.get_attempt() < 3 or state["step"] < end:
            manta.barrier()
            state["step"] += 1
            manta.report({"step": state["step"], "ranks": context.get_world_size()})
            assert state["step"] < 100000
        """;
    Path run = directory.resolve("runs/sums");
    Result result =
        scripts
            .script("grows.py", text)
            .scaling(ScalingConfig.workers(1, 2))
            .run(scripts.run("sums").listener(new ScaleAt(run, Map.of(1, 1, 2, 2))))
            .fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.metrics().get("ranks")).isEqualTo(2L);
    assertThat(entries(0)).hasSize(3);
    assertThat(entries(0).stream().map(entry -> entry.group(2)).distinct()).hasSize(1);
    assertThat(entries(1).getLast().group(1)).isEqualTo(entries(0).getLast().group(1));
    assertThat(Integer.parseInt(entries(1).getLast().group(1))).isPositive();
  }

  /// Asks for another number of workers at the first report of an attempt, beside the thread that
  /// tells of it.
  private record ScaleAt(Path run, Map<Integer, Integer> workers, Set<Integer> asked)
      implements RunListener {
    ScaleAt(Path run, Map<Integer, Integer> workers) {
      this(run, workers, ConcurrentHashMap.newKeySet());
    }

    @Override
    public void report(Report report) {
      Integer wanted = workers.get(report.attempt());
      if (wanted != null && asked.add(report.attempt())) {
        Thread.ofVirtual().start(() -> Manta.local().scale(run.toString(), wanted));
      }
    }
  }

  /// The new rank is kept from calling until the other one has continued: whoever hands live state
  /// on cannot know how slow others are.
  @Test
  void aSlowNewRankGetsTheStateOfTheCommitThoughTheOtherHasContinued() throws Exception {
    Path flag = directory.resolve("flag");
    scripts.write(
        "sitecustomize.py",
        """
        import os, socket, time
        real = socket.socket.connect
        def slow(self, address):
            while "/p2-" in str(address) and not os.path.exists("%s"):
                time.sleep(0.01)
            return real(self, address)
        socket.socket.connect = slow
        """
            .formatted(flag));
    String text =
        """
        import os, signal
        import manta
        context = manta.get_context()
        rank, attempt = context.get_world_rank(), context.get_attempt()
        state = manta.live("state", {"step": 0})
        print("enters at", state["step"], "in process", os.getpid(), flush=True)
        while state["step"] < 20:
            state["step"] += 1
            manta.report({"step": state["step"]})
            if attempt == 1:
                manta.barrier()
            if attempt == 1 and state["step"] == 10 and rank == 1:
                os.kill(os.getpid(), signal.SIGKILL)
        if attempt == 2 and rank == 0:
            open("%s", "w").close()
        """
            .formatted(flag);
    Result result =
        scripts
            .script("sums.py", text)
            .scaling(ScalingConfig.workers(2))
            .run(
                scripts
                    .run("sums")
                    .environment("PYTHONPATH", directory.toString())
                    .failures(FailureConfig.retries(1)))
            .fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(Integer.parseInt(entries(1).getLast().group(1))).isBetween(10, 11);
  }

  /// A package that notes who imports it shows when the spare is warm, and who takes the place.
  @Test
  void aSpareHasImportedThePackagesOfTheScriptWhenItTakesTheDeadRanksPlace() throws Exception {
    Path packages = Files.createDirectories(directory.resolve("packages"));
    Path imports = directory.resolve("imports");
    Files.writeString(
        packages.resolve("noted.py"),
        "import os\nopen('%s', 'a').write(f'{os.getpid()}\\n')\n".formatted(imports));
    String text =
        """
        import os, signal, sys, time
        import manta, noted
        context = manta.get_context()
        state = manta.live("state", {"step": 0})
        print("enters at", state["step"], "in process", os.getpid(), flush=True)
        while state["step"] < 20:
            manta.barrier()
            state["step"] += 1
            manta.report({"step": state["step"]})
            if state["step"] == 10 and context.get_attempt() == 1 and context.get_world_rank() == 1:
                while len(open(sys.argv[1]).readlines()) < 3:
                    time.sleep(0.05)
                os.kill(os.getpid(), signal.SIGKILL)
        """;
    scripts
        .script("spare.py", text)
        .args(imports.toString())
        .scaling(ScalingConfig.workers(2))
        .run(
            scripts
                .run("sums")
                .environment("PYTHONPATH", packages.toString())
                .failures(FailureConfig.retries(1)))
        .fit();
    assertThat(entries(1).getLast().group(2)).isEqualTo(Files.readAllLines(imports).get(2));
  }

  /// A model that is averaged by PyTorch itself, trained with and without a death.
  @Test
  void aPyTorchModelEndsWithTheSameBitsThoughARankWasKilled() throws Exception {
    Path python = Python.with("torch");
    String text =
        """
        import os, signal, sys
        import torch
        import torch.distributed as dist
        import manta
        from torch.nn.parallel import DistributedDataParallel
        dist.init_process_group("gloo")
        torch.manual_seed(0)
        net = torch.nn.Sequential(torch.nn.Linear(6, 16), torch.nn.BatchNorm1d(16), torch.nn.Linear(16, 1))
        model = manta.live("model", DistributedDataParallel(net))
        optimizer = manta.live("optimizer", torch.optim.Adam(model.parameters(), lr=1e-2))
        state = manta.live("state", {"step": 0})
        while state["step"] < 12:
            torch.manual_seed(2 * state["step"] + dist.get_rank())
            x = torch.randn(8, 6)
            loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            state["step"] += 1
            manta.report({"loss": loss.item()})
            if sys.argv[1] == "kill" and state["step"] == 6 and dist.get_rank() == 1 and manta.get_context().get_attempt() == 1:
                os.kill(os.getpid(), signal.SIGKILL)
        manta.report({"weights": sum(p.detach().double().sum() for p in net.parameters())})
        """;
    Optional<Object> undisturbed = weights("plain", text, python);
    assertThat(weights("kill", text, python)).isEqualTo(undisturbed).isPresent();
  }

  private Optional<Object> weights(String how, String text, Path python) {
    Result result =
        PythonTrainer.script(scripts.write("torch_live.py", text))
            .python(python.toString())
            .args(how)
            .scaling(ScalingConfig.workers(2))
            .run(scripts.run(how).failures(FailureConfig.retries(2)))
            .fit();
    assertThat(result.attempts()).isEqualTo(how.equals("kill") ? 2 : 1);
    return result.metrics().find("weights");
  }
}
