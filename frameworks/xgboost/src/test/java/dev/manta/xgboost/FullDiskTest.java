package dev.manta.xgboost;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Trainer;
import dev.manta.TrainingFailed;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.tabular.TableRoles;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// A disk that rows fit on, and XGBoost's pages of them do not.
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class FullDiskTest {
  private static final String TEMP = "java.io.tmpdir";

  @TempDir Path directory;

  private static boolean run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    return process.waitFor(20, TimeUnit.SECONDS) && process.exitValue() == 0;
  }

  private static Row row(long number) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 0; i < 30; i++) {
      row.put("x" + i, (float) ((number * (i + 7)) % 1013));
    }
    row.put("y", number % 2);
    return Row.of(row);
  }

  @Test
  void isRefusedBeforeXGBoostEndsTheProcess() throws Exception {
    Path disk = Files.createDirectory(directory.resolve("disk"));
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=1900k", "tmpfs", disk.toString()));
    String temp = System.setProperty(TEMP, disk.toString());
    try {
      XGBoostTrainer trainer =
          XGBoostTrainer.of(Map.of("max_depth", 2))
              .label("y")
              .rounds(2)
              .memory(1000)
              .dataset("train", Dataset.generate(14_000, FullDiskTest::row));
      assertThatThrownBy(() -> new Runs(directory.resolve("runs")).fit(trainer, 1))
          .isInstanceOf(TrainingFailed.class)
          .message()
          .contains("XGBoost's pages cannot be kept in " + disk, "MB are free", "MANTA_SCRATCH");
    } finally {
      System.setProperty(TEMP, temp);
      run("umount", "--lazy", disk.toString()); // the process keeps its rows
    }
  }

  record Exact(String treeMethod) {}

  /// The pages get as much space as they need until they are written: then the process may have no
  /// more files of this size.
  static void trainWithoutSpace(TrainContext<Exact> ctx) throws Exception {
    XGBoost xgboost = XGBoost.of(ctx);
    String own = Long.toString(ProcessHandle.current().pid());
    run("prlimit", "--fsize=100000:", "--pid", own);
    xgboost.train("train", TableRoles.label("y"));
  }

  @Test
  void aDiskThatIsFullLaterIsNamedBesideTheEndOfTheProcess() throws Exception {
    Assumptions.assumeTrue(run("prlimit", "--version"));
    Trainer trainer =
        Trainer.of(FullDiskTest::trainWithoutSpace, new Exact("approx"))
            .dataset("train", Dataset.generate(1000, FullDiskTest::row))
            .scaling(ScalingConfig.workers(1))
            .run(new Runs(directory.resolve("runs")).settings());
    assertThatThrownBy(trainer::fit)
        .isInstanceOf(TrainingFailed.class)
        .message()
        .startsWith("rank 0 was killed by signal 6 (SIGABRT)")
        .contains("xgboost: pages of rows are written below ", "if that disk becomes full")
        .contains("MANTA_SCRATCH", "FileStream.Write incomplete");
  }
}
