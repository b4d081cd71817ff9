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
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
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
  void theOnlyRankThatHoldsACommitGoesOnInItsProcessThoughItsScriptThrew() throws Exception {
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
  void aRunGoesOnWithFewerRanksFromTheCommitThatAllHaveLeftAt() throws Exception {
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
            .run(scripts.run("sums").listener(new ScaleOnce(run, 1)))
            .fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.metrics().get("ranks")).isEqualTo(1L);
    assertThat(entries(0)).hasSize(2);
    assertThat(entries(0).getLast().group(2)).isEqualTo(entries(0).getFirst().group(2));
    assertThat(Integer.parseInt(entries(0).getLast().group(1))).isPositive();
  }

  /// Asks for another number of workers at the first report, beside the thread that tells of it.
  private record ScaleOnce(Path run, int workers, AtomicBoolean asked) implements RunListener {
    ScaleOnce(Path run, int workers) {
      this(run, workers, new AtomicBoolean());
    }

    @Override
    public void report(Report report) {
      if (asked.compareAndSet(false, true)) {
        Thread.ofVirtual().start(() -> Manta.local().scale(run.toString(), workers));
      }
    }
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
