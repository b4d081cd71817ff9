package dev.manta.torch.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.checkpoint.Checkpoint;
import dev.manta.cluster.Resources;
import dev.manta.data.Dataset;
import dev.manta.testkit.python.Python;
import dev.manta.torch.Torch;
import dev.manta.torch.TorchTrainer;
import dev.manta.torch.distributed.Backend;
import dev.manta.torch.internal.Devices;
import dev.manta.torch.internal.Natives;
import dev.manta.torch.internal.cuda.Gpus;
import dev.manta.torch.models.Mlp;
import dev.manta.torch.runs.Programs.Config;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A GPU learns what the CPU learns, and so do two workers that share one.
class GpuTest extends TrainingTest {
  private static final int ROWS = 160;

  @BeforeEach
  void needsAGpu() {
    Gpus.assumeOne();
    runs = runs.inProcessesOfTheirOwn();
  }

  @Test
  void trainingOnAGpuEqualsTrainingOnTheCpu() throws Exception {
    Weights cpu = runs.weights(1, Programs::mlp, GpuTest::config);
    Weights gpu = runs.weights(1, Programs::mlp, GpuTest::config, GpuTest::alone);
    gpu.requireClose(cpu, TOLERANCE);
  }

  @Test
  void averagingByNcclChangesNothingForOneRank() throws Exception {
    Weights plain = runs.weights(1, Programs::accumulated, GpuTest::config, GpuTest::alone);
    Weights nccl =
        runs.weights(
            1, Programs::accumulated, GpuTest::config, each -> alone(each).backend(Backend.NCCL));
    nccl.requireSame(plain);
  }

  @Test
  void aRunOnAGpuResumesWhereItWas() throws Exception {
    Weights whole = runs.weights(1, Programs::resumed, GpuTest::config, GpuTest::alone);
    Weights resumed =
        runs.weights(
            1,
            Programs::resumed,
            out -> new Config(out, ROWS, BATCH, "fails"),
            trainer -> alone(trainer).run(named("fails", 1)));
    resumed.requireSame(whole);
  }

  @Test
  void whenTheOnlyWorkerIsKilledTheNextResumesFromTheLastCheckpoint() throws Exception {
    Weights whole = runs.weights(1, Programs::resumed, GpuTest::config, GpuTest::alone);
    Weights killed =
        runs.weights(
            1,
            Programs::resumed,
            out -> new Config(out, ROWS, BATCH, "alone"),
            trainer -> alone(trainer).run(named("alone", 1)));
    killed.requireSame(whole);
    Result result = result("alone");
    assertThat(result.attempts()).isEqualTo(2);
    assertThat(result.metrics().number("commits")).isEqualTo(15);
  }

  @Test
  void whoeverOfTwoOnOneGpuDiesTheOtherContinuesAtTheExactStep() throws Exception {
    Weights whole = runs.weights(2, Programs::resumed, GpuTest::config, GpuTest::sharing);
    Weights killed =
        runs.weights(
            2,
            Programs::resumed,
            out -> new Config(out, ROWS, BATCH, "killed"),
            trainer -> sharing(trainer).run(named("killed", 3)));
    killed.requireEqualRanks().requireSame(whole);
    Result result = result("killed");
    assertThat(result.attempts()).isEqualTo(3);
    assertThat(result.metrics().number("commits")).isEqualTo(15);
  }

  @Test
  void twoWorkersThatShareAGpuEqualOne() throws Exception {
    Weights one = runs.weights(1, Programs::accumulated, GpuTest::config, GpuTest::alone);
    runs.weights(2, Programs::accumulated, GpuTest::config, GpuTest::sharing)
        .requireEqualRanks()
        .requireClose(one, TOLERANCE);
  }

  @Test
  void synchronisedBatchNormsOnAGpuEqualThoseOfOneProcess() throws Exception {
    Weights one = runs.weights(1, Programs::resnet, GpuTest::synchronised, GpuTest::alone);
    runs.weights(2, Programs::resnet, GpuTest::synchronised, GpuTest::sharing)
        .requireEqualRanks()
        .requireClose(one, TOLERANCE);
  }

  @Test
  void loadersGiveTheSameBatchesOnAGpu() {
    var config = new Config("", 2000, BATCH, "");
    assertThat(alone(runs.trainer(1, GpuPrograms::copied, config)).fit().returnValue(String.class))
        .contains("40000 values, equal true true");
  }

  @Test
  void exactModeOnAGpuLearnsWhatOtherRunsLearn() throws Exception {
    Weights plain = runs.weights(1, Programs::mlp, GpuTest::config);
    runs.weights(2, ExactPrograms::mlp, GpuTest::config, GpuTest::sharing)
        .requireEqualRanks()
        .requireClose(plain, TOLERANCE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dropout", "convolutions", "attention", "bfloat16", "collisions"})
  void exactModeOnAGpuGivesOneWorkerAndTwoTheSameBits(String mode) throws Exception {
    Function<String, Config> config = out -> new Config(out, 100, BATCH, mode);
    Weights one = runs.weights(1, GpuExactPrograms::train, config, GpuTest::alone);
    runs.weights(1, GpuExactPrograms::train, config, GpuTest::alone).requireSame(one);
    runs.weights(2, GpuExactPrograms::train, config, GpuTest::sharing)
        .requireEqualRanks()
        .requireSame(one);
  }

  @Test
  void anOperatorThatCannotRepeatItsBitsOnAGpuIsRefusedInExactMode() {
    var config = new Config(directory.toString(), 64, BATCH, "unordered");
    TorchTrainer trainer = alone(runs.trainer(1, GpuExactPrograms::train, config));
    assertThatThrownBy(trainer::fit)
        .hasMessageContaining("exact mode: adaptive_avg_pool2d_backward_cuda");
  }

  @Test
  void aDatasetsShardTrainsOnAGpuAsOnTheCpu() throws Exception {
    UnaryOperator<TorchTrainer> read = each -> each.dataset("train", GpuPrograms.numbers(ROWS));
    Weights cpu = runs.weights(1, GpuPrograms::shards, out -> shards(out, "cpu"), read);
    runs.weights(1, GpuPrograms::shards, out -> shards(out, "cuda"), t -> alone(read.apply(t)))
        .requireClose(cpu, TOLERANCE);
  }

  @Test
  void ranksOnAGpuThatHaveNoRowsLeftTakePartInTheStep() throws Exception {
    Dataset rows = GpuPrograms.numbers(70).repartition(3);
    UnaryOperator<TorchTrainer> read = each -> each.dataset("train", rows);
    Weights cpu = runs.weights(2, GpuPrograms::shards, out -> shards(out, "cpu"), read);
    runs.weights(2, GpuPrograms::shards, out -> shards(out, "cuda"), t -> sharing(read.apply(t)))
        .requireEqualRanks()
        .requireClose(cpu, TOLERANCE);
  }

  @Test
  void bfloat16OnAGpuKeepsParametersAndGradientsInFloat32() throws Exception {
    Weights full = runs.weights(1, Programs::mlp, GpuTest::config, GpuTest::alone);
    Weights lowered =
        runs.weights(
            1,
            GpuPrograms::lowered,
            GpuTest::config,
            trainer -> alone(trainer).run(named("lowered", 0)));
    lowered.requireClose(full, 5e-2);
    assertThat(lowered.ranks().getFirst()).isNotEqualTo(full.ranks().getFirst());
    assertThat(result("lowered").returnValue(String.class)).contains("BFloat16 Float Float Float");
  }

  @Test
  void whatAGpuSavedLoadsOnTheCpuAndInPython() throws Exception {
    Weights learned =
        runs.weights(
            1,
            GpuPrograms::saved,
            GpuTest::config,
            trainer -> alone(trainer).run(named("saved", 0)));
    Checkpoint checkpoint = result("saved").latestCheckpoint().orElseThrow().checkpoint();
    Mlp model = Torch.loadForInference(checkpoint, new Mlp(20, 16, 16, 4));
    Path copy = directory.resolve("out-0").resolve("cpu");
    Files.createDirectories(copy);
    Weights.write(copy.toString(), 0, model);
    Weights.read(copy, 1).requireSame(learned);
    Python.run(
        """
        import sys, torch, numpy
        read = torch.load(sys.argv[1], weights_only=True)
        assert all(t.device.type == "cpu" and t.dtype == torch.float32 for t in read.values()), read
        together = torch.cat([t.flatten() for t in read.values()]).numpy()
        assert (together == numpy.fromfile(sys.argv[2], numpy.float32)).all()
        """,
        directory.resolve("out-0/model.pt"),
        directory.resolve("out-0/rank-0"));
  }

  @Test
  void aSpareThatIsWarmStillSeesOnlyTheGpusThatItIsGiven() throws Exception {
    Process spare =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                Natives.PRELOAD,
                "-cp",
                System.getProperty("java.class.path"),
                GpuSpare.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(spare.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).contains("sees 0");
  }

  @Test
  void aGpuThatIsNotThereIsNamedWithWhatThereIs() {
    assertThatThrownBy(() -> Devices.named("cuda:63"))
        .hasMessageContainingAll("given cuda:63", "want 64 visible GPUs, have ");
    TorchTrainer trainer = runs.trainer(64, Programs::mlp, config(""));
    assertThatThrownBy(() -> gpus(trainer, 64, 1).fit())
        .hasMessageContainingAll("64 workers do not fit", "want 64 GPUs", "have ");
  }

  private Result result(String name) {
    return Result.fromPath(directory.resolve("runs").resolve(name).toString());
  }

  private RunConfig named(String name, int retries) {
    return runs.settings(name).failures(FailureConfig.retries(retries));
  }

  private static Config config(String out) {
    return new Config(out, ROWS, BATCH, "");
  }

  private static Config shards(String out, String device) {
    return new Config(out, ROWS, BATCH, device);
  }

  private static Config synchronised(String out) {
    return new Config(out, 37, 8, "synchronised");
  }

  private static TorchTrainer alone(TorchTrainer trainer) {
    return gpus(trainer, 1, 1);
  }

  private static TorchTrainer sharing(TorchTrainer trainer) {
    return gpus(trainer, 2, 0.5);
  }

  private static TorchTrainer gpus(TorchTrainer trainer, int workers, double each) {
    Resources worker = Resources.cpus(1).withGpus(each);
    return trainer.scaling(ScalingConfig.workers(workers).perWorker(worker));
  }
}
