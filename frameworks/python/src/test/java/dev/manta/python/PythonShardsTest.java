package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.TrainingFailed;
import dev.manta.testkit.python.Python;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Live state of which each rank has a part (FSDP2), when ranks are lost. `./dev python` runs it.
@Tag("campaign")
class PythonShardsTest {
  /// Trains a model whose layers do not divide by the number of ranks, and calls `disturb(step)`
  /// behind each commit of its first attempt.
  private static final String TRAINS =
      """
      import os, signal, sys
      import torch
      import torch.distributed as dist
      from torch.distributed.fsdp import fully_shard
      import manta
      dist.init_process_group("gloo")
      rank, size = dist.get_rank(), dist.get_world_size()
      torch.manual_seed(0)
      net = torch.nn.Sequential(torch.nn.Linear(6, 7), torch.nn.ReLU(), torch.nn.Linear(7, 1))
      for layer in (net[0], net[2]):
          fully_shard(layer)
      model = manta.live("model", fully_shard(net))
      optimizer = manta.live("optimizer", torch.optim.AdamW(model.parameters(), lr=1e-2))
      state = manta.live("state", {"step": 0})
      print("enters at", state["step"], "in process", os.getpid(), flush=True)
      def disturb(step):
          exec(sys.argv[1])
      while state["step"] < 12:
          torch.manual_seed(size * state["step"] + rank)
          x = torch.randn(8, 6)
          loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
          optimizer.zero_grad()
          loss.backward()
          optimizer.step()
          state["step"] += 1
          manta.commit()
          if state["step"] % 4 == 0:
              manta.report({"loss": loss.item()}, manta.snapshot())
          if manta.get_context().get_attempt() == 1:
              disturb(state["step"])
      weights = sum(p.full_tensor().detach().double().sum().item() for p in net.parameters())
      manta.report({"weights": weights})
      """;

  private static final String DIES = "os.kill(os.getpid(), signal.SIGKILL)";
  private static final Pattern ENTRY = Pattern.compile("enters at (\\d+) in process (\\d+)");

  @TempDir Path directory;
  private Scripts scripts;

  @BeforeEach
  void open() {
    scripts = new Scripts(directory);
  }

  private PythonTrainer trainer(String run, String disturbs, int workers) {
    return PythonTrainer.script(scripts.write("shards.py", TRAINS))
        .python(Python.with("torch").toString())
        .args(disturbs)
        .scaling(ScalingConfig.workers(workers))
        .run(scripts.run(run).failures(FailureConfig.retries(2)));
  }

  private Object undisturbed(int workers) {
    Result result = trainer("plain", "pass", workers).fit();
    assertThat(result.attempts()).isEqualTo(1);
    return result.metrics().get("weights");
  }

  private List<MatchResult> entries(String run, int rank) throws Exception {
    return ENTRY.matcher(scripts.log(run, rank)).results().toList();
  }

  @Test
  void aRankThatIsKilledIsReplacedAndEndsWithTheSameBits() throws Exception {
    Result result = trainer("kill", "step == 6 and rank == 1 and " + DIES, 3).fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.metrics().get("weights")).isEqualTo(undisturbed(3));
    MatchResult survivor = entries("kill", 0).getLast();
    assertThat(Integer.parseInt(survivor.group(1))).isBetween(5, 6);
    assertThat(survivor.group(2)).isEqualTo(entries("kill", 0).getFirst().group(2));
    assertThat(entries("kill", 1).getLast().group(1)).isEqualTo(survivor.group(1));
  }

  @Test
  void aRankThatIsLostWithItsCopyLeavesTheLastSnapshot() throws Exception {
    Result result = trainer("both", "step == 6 and rank > 0 and " + DIES, 3).fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(result.metrics().get("weights")).isEqualTo(undisturbed(3));
    assertThat(entries("both", 0).getLast().group(1)).isEqualTo("4");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void theExampleResumesWithFewerAndWithMoreRanks(int workers) {
    PythonTrainer example =
        PythonTrainer.script(Path.of("../../examples-python/torch_fsdp.py").toString())
            .python(Python.with("torch").toString());
    Result two =
        example
            .scaling(ScalingConfig.workers(2))
            .run(scripts.run("two").checkpoints(CheckpointConfig.keepAll()))
            .fit();
    Result other =
        example
            .scaling(ScalingConfig.workers(workers))
            .startFrom(two.checkpoints().get(1).checkpoint())
            .run(scripts.run("other"))
            .fit();
    assertThat(other.status()).isEqualTo(RunStatus.FINISHED);
    assertThat(other.history().current().filter(report -> report.rank() == 0))
        .extracting(report -> report.metrics().number("epoch"))
        .containsExactly(2.0, 3.0);
    assertThat(other.metrics().number("loss"))
        .isLessThan(two.checkpoints().getFirst().metrics().number("loss"));
  }

  @Test
  void aSnapshotOfShardsIsRestoredByAsManyRanksAndRefusedByOthers() throws Exception {
    String stops = "step == 6 and sys.exit('half way')";
    PythonTrainer first = trainer("stopped", stops, 2);
    scripts.failure(first.run(scripts.run("stopped").failures(FailureConfig.retries(0))));
    TrainingFailed refused =
        scripts.failure(
            trainer("stopped", "pass", 3)
                .run(scripts.run("stopped").failures(FailureConfig.retries(0))));
    assertThat(refused)
        .hasMessageContaining("has the shards of 2 workers, and there are 3: resume with 2");
    Result result = trainer("stopped", "pass", 2).fit();
    assertThat(result.metrics().get("weights")).isEqualTo(undisturbed(2));
    assertThat(entries("stopped", 0).getLast().group(1)).isEqualTo("4");
  }
}
