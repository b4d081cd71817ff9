package dev.manta.bench.trees;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.bench.Subject;
import dev.manta.bench.command.Benchmarks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Each side's program on few rows: what it says, and that its model has learned.
@Timeout(180)
class TreesProgramsTest {
  private static final List<String> FIGURES =
      List.of("seconds", "behind", "first", "rate", "loss", "worker-peak", "all-peak", "cpu");

  @TempDir private static Path directory;

  private static TreeWork work;

  @BeforeAll
  static void write() throws IOException {
    work = new TreeWork(directory, 3);
    HiggsData.write(work, 1600);
  }

  @Test
  void theBenchmarkIsPluggedIn() {
    assertThat(Benchmarks.named("trees")).isPresent();
  }

  @Test
  void xgboostsOwnRanksTrain() throws Exception {
    requireTrained(measured(NativeXgboost.class));
  }

  @Test
  void mantaTrainsWithXgboost() throws Exception {
    requireTrained(measured(MantaXgboost.class, "2"));
  }

  @Test
  void mantaTrainsWithLightgbm() throws Exception {
    requireTrained(measured(MantaLightgbm.class, "2"));
  }

  private static void requireTrained(Map<String, Double> figures) {
    assertThat(figures).containsOnlyKeys(FIGURES);
    assertThat(figures.values()).allSatisfy(figure -> assertThat(figure).isPositive());
    assertThat(figures.get("loss")).isLessThan(Math.log(2));
  }

  private static Map<String, Double> measured(Class<?> program, String... before)
      throws IOException, InterruptedException {
    Path own = Files.createTempDirectory(directory, "p");
    List<String> arguments = new ArrayList<>(List.of(own.toString()));
    arguments.addAll(List.of(before));
    arguments.addAll(work.arguments());
    Subject subject = () -> ScratchJvm.child(program, own, arguments).figures();
    return ChildCpu.counted(subject).measure();
  }
}
