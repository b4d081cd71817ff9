package dev.manta.python;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.TrainingFailed;
import dev.manta.data.Condition;
import dev.manta.data.DataConfig;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.internal.load.RankLoad;
import dev.manta.internal.load.RunLoad;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.testkit.python.Python;
import dev.manta.train.CheckpointConfig;
import dev.manta.train.FailureConfig;
import dev.manta.train.RunStatus;
import dev.manta.train.ScalingConfig;
import dev.manta.train.Upload;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Datasets that Python ranks read through their companion. Scripts write which rows they have had
/// into a file per process, so that nothing of it is lost when one is killed.
@Timeout(180)
class PythonDatasetsTest {
  /// What a script does with a batch: it writes down the rows, and reports with a checkpoint.
  private static final String COMMON =
      """
      import os, signal, sys, tempfile
      import manta
      context = manta.get_context()
      rank, size = context.get_world_rank(), context.get_world_size()
      seen = open(os.path.join(sys.argv[1], f"seen-{context.get_attempt()}-{rank}-{os.getpid()}"), "a")
      def note(batch):
          if batch.weight:
              print(*batch["id"].tolist(), sep="\\n", file=seen, flush=True)
      def save(**metrics):
          with tempfile.TemporaryDirectory() as directory:
              open(os.path.join(directory, "state"), "w").close()
              manta.report(metrics, checkpoint=directory if rank == 0 else None)
      """;

  private static final CheckpointConfig WAITS = CheckpointConfig.keepAll().upload(Upload.SYNC);

  @TempDir Path directory;
  private Scripts scripts;

  @BeforeEach
  void open() {
    scripts = new Scripts(directory);
    Scripts.requireModule("numpy");
  }

  private PythonTrainer script(String text) {
    return scripts.script("train.py", COMMON + text).args(directory.toString());
  }

  private List<Long> seen(int attempt) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      List<Path> all =
          files.filter(f -> f.getFileName().toString().startsWith("seen-" + attempt)).toList();
      return all.stream().flatMap(PythonDatasetsTest::lines).map(Long::valueOf).sorted().toList();
    }
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Long> rows(long count) {
    return LongStream.range(0, count).boxed().toList();
  }

  @Test
  void ranksShareEachPassAndTakeEqualSteps() throws IOException {
    Result result =
        script(
                """
                shard = manta.get_dataset_shard("train")
                steps = [sum(1 for batch in shard.iter_batches(batch_size=7)) for _ in range(2)]
                for batch in shard.iter_batches(batch_size=7):
                    note(batch)
                manta.report({"steps": steps[0], "again": steps[1]})
                """)
            .dataset("train", Dataset.range(101))
            .scaling(ScalingConfig.workers(2))
            .run(scripts.run("train"))
            .fit();
    assertThat(seen(1)).isEqualTo(rows(101));
    assertThat(result.history().current())
        .allSatisfy(row -> assertThat(row.metrics().get("steps")).isEqualTo(8L));
  }

  @Test
  void ranksThatCannotCountTheirRowsKeepInStepThroughEachOther() throws IOException {
    Result result =
        script(
                """
                steps = 0
                for batch in manta.get_dataset_shard("train").iter_batches(batch_size=10):
                    note(batch)
                    steps += 1
                manta.report({"steps": steps})
                """)
            .dataset("train", Dataset.range(1000).where(Condition.less("id", 93)))
            .scaling(ScalingConfig.workers(3))
            .run(scripts.run("train"))
            .fit();
    assertThat(seen(1)).isEqualTo(rows(93));
    assertThat(result.history().current().map(row -> row.metrics().get("steps")).distinct())
        .hasSize(1);
  }

  @Test
  void aRankSaysWhatItUsesAndHowManyRowsItReads() {
    script(
            """
            shard = manta.get_dataset_shard("train")
            load = os.path.join(sys.argv[1], "runs", "train", "load.json")
            def is_told():
                return os.path.exists(load) and '"rows":0}' not in open(load).read()
            while not is_told():
                for batch in shard.iter_batches(batch_size=50):
                    manta.report({"rows": int(batch.weight)})
            """)
        .dataset("train", Dataset.range(500))
        .scaling(ScalingConfig.workers(1))
        .run(scripts.run("train"))
        .fit();
    Location run = Location.of(directory.resolve("runs/train"));
    RankLoad load = RunLoad.of(Storages.at(run), run).ranks().getFirst();
    assertThat(load.total().cpuSeconds()).isPositive();
    assertThat(load.total().memoryBytes()).isGreaterThan(1 << 20);
    assertThat(load.total().steps()).isPositive();
    assertThat(load.data().getFirst().rows()).isEqualTo(load.total().rows()).isPositive();
    assertThat(load.data().getFirst().stalledSeconds()).isPositive();
    assertThat(load.total().collectiveSeconds()).as("what nobody measures").isEmpty();
    assertThat(load.data().getFirst().fullSeconds()).isEmpty();
    assertThat(load.data().getFirst().workSeconds()).isEmpty();
  }

  @Test
  void aKilledRankLosesNoRowAndRepeatsNone() throws IOException {
    Result result =
        script(
                """
                for step, batch in enumerate(manta.get_dataset_shard("train").iter_batches(batch_size=5)):
                    if context.get_attempt() == 1 and rank == 1 and step == 4:
                        os.kill(os.getpid(), signal.SIGKILL)
                    note(batch)
                    manta.barrier()
                    save(step=step)
                """)
            .dataset("train", Dataset.range(100))
            .scaling(ScalingConfig.workers(2))
            .run(scripts.run("train").checkpoints(WAITS).failures(FailureConfig.retries(2)))
            .fit();
    assertThat(result.status()).isEqualTo(RunStatus.FINISHED);
    List<Long> first = seen(1);
    List<Long> second = seen(2);
    assertThat(second).describedAs("four steps of ten rows are behind the checkpoint").hasSize(60);
    assertThat(Stream.concat(first.stream(), second.stream()).distinct().sorted().toList())
        .isEqualTo(rows(100));
  }

  @Test
  void aRunResumesBehindTheLastCheckpointWithAnotherNumberOfWorkers() throws IOException {
    String text =
        """
        manta.get_dataset_shard("train")
        for step, batch in enumerate(manta.get_dataset_shard("train").iter_batches(batch_size=4)):
            note(batch)
            manta.barrier()
            save(step=step)
            manta.barrier()
            if size == 3 and step == 3:
                raise RuntimeError("enough")
        """;
    PythonTrainer trainer = script(text).dataset("train", Dataset.range(90));
    scripts.failure(
        trainer
            .scaling(ScalingConfig.workers(3))
            .run(scripts.run("train").checkpoints(WAITS).failures(FailureConfig.retries(0))));
    assertThat(seen(1)).hasSize(3 * 4 * 4);
    trainer.scaling(ScalingConfig.workers(2)).run(scripts.run("train")).fit();
    assertThat(Stream.concat(seen(1).stream(), seen(2).stream()).sorted().toList())
        .describedAs("each row once")
        .isEqualTo(rows(90));
  }

  @Test
  void aCompanionThatDiesIsStartedAgainAndNoRowIsLost() throws IOException {
    script(
            """
            import subprocess
            def companions():
                found = subprocess.run(["pgrep", "-f", f"CompanionMain {manta._session_attempt.session.door}"], capture_output=True, text=True).stdout
                return [int(pid) for pid in found.split() if open(f"/proc/{pid}/comm").read().strip() == "java"]
            for step, batch in enumerate(manta.get_dataset_shard("train").iter_batches(batch_size=100, prefetch_batches=1)):
                note(batch)
                if step in (2, 5):
                    [os.kill(pid, signal.SIGKILL) for pid in companions()]
            manta.report({"step": step})
            """)
        .dataset("train", Dataset.range(100_000))
        .run(scripts.run("train").failures(FailureConfig.retries(0)))
        .fit();
    assertThat(seen(1)).isEqualTo(rows(100_000));
  }

  @Test
  void aPassThatIsLeftInTheMiddleIsFollowedByTheNextOne() throws IOException {
    script(
            """
            shard = manta.get_dataset_shard("train")
            for batch in shard.iter_batches(batch_size=10):
                break
            for batch in shard.iter_batches(batch_size=10):
                note(batch)
            for batch in shard.iter_batches(batch_size=1000, epoch=0):
                assert len(batch["id"]) == 50
            """)
        .dataset("train", Dataset.range(50))
        .run(scripts.run("train"))
        .fit();
    assertThat(seen(1)).isEqualTo(rows(50));
  }

  @Test
  void everyRankReadsAWholeDataset() throws IOException {
    script(
            """
            for batch in manta.get_dataset_shard("check").iter_batches(batch_size=8):
                note(batch)
            """)
        .dataset("check", Dataset.range(20), DataConfig.whole())
        .scaling(ScalingConfig.workers(2))
        .run(scripts.run("train"))
        .fit();
    assertThat(seen(1)).hasSize(40);
  }

  @Test
  void anUnknownNameIsRefusedWithThoseThereAre() {
    TrainingFailed failed =
        scripts.failure(
            script("manta.get_dataset_shard(\"tain\")\n")
                .dataset("train", Dataset.range(20))
                .dataset("valid", Dataset.range(20))
                .run(scripts.run("train").failures(FailureConfig.retries(0))));
    assertThat(failed)
        .hasMessageContaining("there is no dataset \"tain\"; the run was given train, valid");
  }

  @Test
  void rowsThatCannotBeReadFailTheRankWithTheirPlace() {
    TrainingFailed failed =
        scripts.failure(
            script("for batch in manta.get_dataset_shard(\"train\").iter_batches(): pass\n")
                .dataset("train", Dataset.csv(scripts.write("bad.csv", "id,x\n1,2\n3\n")))
                .run(scripts.run("train").failures(FailureConfig.retries(0))));
    assertThat(failed).hasMessageContaining("bad.csv");
  }

  @Test
  void survivorsWithLiveStateResumeAtTheRowBehindTheirCommit() throws IOException {
    script(
            """
            progress = manta.live("progress", {"steps": 0})
            for batch in manta.get_dataset_shard("train").iter_batches(batch_size=5):
                if context.get_attempt() == 1 and rank == 1 and progress["steps"] == 4:
                    os.kill(os.getpid(), signal.SIGKILL)
                note(batch)
                manta.barrier()
                progress["steps"] += 1
                manta.report(dict(progress))
            """)
        .dataset("train", Dataset.range(100))
        .scaling(ScalingConfig.workers(2))
        .run(scripts.run("train").failures(FailureConfig.retries(2)))
        .fit();
    assertThat(seen(2)).describedAs("four steps of ten rows are committed").hasSize(60);
    assertThat(Stream.concat(seen(1).stream(), seen(2).stream()).distinct().sorted().toList())
        .isEqualTo(rows(100));
  }

  @Test
  void valuesOfEveryTypeArriveAsNumPyHasThem() {
    Dataset rows =
        Dataset.of(
            List.of(
                Row.of(
                    "i",
                    1,
                    "f",
                    1.5f,
                    "t",
                    "a",
                    "b",
                    true,
                    "l",
                    new float[] {1, 2},
                    "r",
                    List.of(1L),
                    "n",
                    5L,
                    "d",
                    LocalDate.of(2020, 1, 2),
                    "s",
                    Instant.ofEpochSecond(5),
                    "c",
                    new BigDecimal("1.25"),
                    "x",
                    new byte[] {1, 2},
                    "o",
                    LocalTime.of(1, 2),
                    "q",
                    true),
                Row.of(
                    "i",
                    2,
                    "f",
                    2.5f,
                    "t",
                    "ß€",
                    "b",
                    false,
                    "l",
                    new float[] {3, 4},
                    "r",
                    List.of(1L, 2L),
                    "n",
                    null,
                    "d",
                    null,
                    "s",
                    Instant.ofEpochSecond(6),
                    "c",
                    new BigDecimal("-2.50"),
                    "x",
                    new byte[] {},
                    "o",
                    null,
                    "q",
                    null)));
    script(
            """
            import datetime, decimal
            import numpy as np
            (batch,) = manta.get_dataset_shard("rows").iter_batches()
            def has(name, form, values):
                assert batch[name].dtype == form, (name, batch[name].dtype)
                assert batch[name].tolist() == values, (name, batch[name])
            has("i", np.int32, [1, 2])
            has("f", np.float32, [1.5, 2.5])
            has("t", object, ["a", "ß€"])
            has("b", bool, [True, False])
            has("l", np.float32, [[1, 2], [3, 4]])
            assert [each.tolist() for each in batch["r"]] == [[1], [1, 2]]
            assert batch["n"].dtype == np.float64 and batch["n"][0] == 5 and np.isnan(batch["n"][1])
            has("d", "M8[D]", [datetime.date(2020, 1, 2), None])
            assert batch["s"].astype("M8[s]").tolist() == [datetime.datetime(1970, 1, 1, 0, 0, each) for each in (5, 6)]
            has("c", object, [decimal.Decimal("1.25"), decimal.Decimal("-2.50")])
            has("x", object, [bytes([1, 2]), b""])
            assert batch["o"].tolist() == [datetime.timedelta(hours=1, minutes=2), None]
            has("q", object, [True, None])
            assert [row["t"] for row in manta.get_dataset_shard("rows").iter_rows()] == ["a", "ß€"]
            """)
        .dataset("rows", rows)
        .run(scripts.run("train").failures(FailureConfig.retries(0)))
        .fit();
  }

  @Test
  void arrowPandasAndPyTorchSeeTheSameRows() {
    List<Row> rows = List.of(Row.of("i", 1, "l", List.of(1.5, 2.5)), Row.of("i", 2, "l", null));
    script(
            """
            import torch
            shard = manta.get_dataset_shard("rows")
            (table,) = shard.iter_batches(format="arrow")
            assert table.to_pylist() == [{"i": 1, "l": [1.5, 2.5]}, {"i": 2, "l": None}], table
            (frame,) = shard.iter_batches(format="pandas")
            assert frame["i"].tolist() == [1, 2] and frame["l"][1] is None, frame
            numbers = manta.get_dataset_shard("numbers")
            (batch,) = numbers.iter_torch_batches(dtypes={"id": torch.float32})
            assert batch["id"].tolist() == [0, 1, 2] and batch["id"].dtype == torch.float32
            (batch,) = numbers.iter_torch_batches()
            assert batch["id"].dtype == torch.int64 and batch.weight == 3 and numbers.weight == 3
            try:
                list(shard.iter_torch_batches())
            except TypeError as refused:
                assert 'column "l"' in str(refused), refused
            else:
                raise AssertionError("lists that are null are not a tensor")
            """)
        .python(Python.with("torch").toString())
        .dataset("rows", Dataset.of(rows))
        .dataset("numbers", Dataset.range(3))
        .run(scripts.run("train").failures(FailureConfig.retries(0)))
        .fit();
  }

  @Test
  void rowsOfManyMegabytesArriveWhole() throws IOException {
    Path files = Files.createDirectory(directory.resolve("files"));
    for (int i = 0; i < 3; i++) {
      byte[] bytes = new byte[20_000_000];
      new Random(i).nextBytes(bytes);
      Files.write(files.resolve(i + ".bin"), bytes);
    }
    script(
            """
            for batch in manta.get_dataset_shard("files").iter_batches(batch_size=2):
                for path, content in zip(batch["path"], batch["bytes"]):
                    assert content == open(path, "rb").read(), path
            """)
        .dataset("files", Dataset.binaryFiles(files.toString()))
        .run(scripts.run("train").failures(FailureConfig.retries(0)))
        .fit();
  }
}
