package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cluster.Demand;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.Node;
import dev.manta.cluster.Placement;
import dev.manta.cluster.Resources;
import dev.manta.cluster.WorkerVariables;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class GrantedGpusTest {
  private static final Node MACHINE =
      new Node(
          "here", Resources.cpus(8).withGpus(4), List.of("A100", "A100", "T4", "T4"), Map.of());

  @TempDir Path parent;
  private Path directory;
  private MachineShare one;
  private MachineShare another;

  @BeforeEach
  void open() {
    directory = parent.resolve("shares");
    one = new MachineShare(directory);
    another = new MachineShare(directory);
  }

  @AfterEach
  void close() {
    one.close();
    another.close();
  }

  private static Demand demand(int least, int most, double gpus, String type) {
    return new Demand(
        "run",
        least,
        most,
        Resources.cpus(1).withGpus(gpus),
        Placement.PACK,
        Map.of(),
        Optional.of(type).filter(word -> !word.isEmpty()),
        Optional.empty());
  }

  private static Optional<List<Integer>> take(MachineShare share, Demand demand) {
    return GrantedGpus.take(share, demand, MACHINE, _ -> Optional.empty())
        .flatMap(GrantedGpus::numbers);
  }

  private static GrantedGpus takeAnyway(MachineShare share, Demand demand) {
    return GrantedGpus.take(share, demand, MACHINE, Optional::of).orElseThrow();
  }

  @Test
  void everyRunGetsOthersUntilNoneIsFree() {
    assertThat(take(one, demand(3, 3, 1, ""))).contains(List.of(0, 1, 2));
    assertThat(take(another, demand(1, 2, 1, ""))).contains(List.of(3));
    try (var third = new MachineShare(directory)) {
      assertThat(take(third, demand(1, 1, 1, ""))).isEmpty();
      one.close();
      assertThat(take(third, demand(1, 1, 1, ""))).contains(List.of(0));
    }
  }

  @Test
  void partsOfAGpuAreGivenBesideOthersBeforeAnotherOneIsBegun() {
    assertThat(take(one, demand(1, 1, 0.5, ""))).contains(List.of(0));
    assertThat(take(another, demand(1, 1, 0.5, ""))).contains(List.of(0));
    try (var third = new MachineShare(directory)) {
      assertThat(take(third, demand(3, 3, 0.5, ""))).contains(List.of(1, 2));
    }
  }

  @Test
  void onlyGpusOfTheTypeThatIsMeantAreTaken() {
    assertThat(take(one, demand(1, 1, 1, "t4"))).contains(List.of(2));
    assertThat(take(another, demand(2, 2, 1, "t4"))).isEmpty();
    assertThat(takeAnyway(one, demand(3, 3, 1, "t4"))).isEqualTo(GrantedGpus.ALL);
  }

  @Test
  void whoDoesNotWaitSharesThoseThatOthersUseLeast() {
    take(one, demand(3, 3, 1, ""));
    assertThat(takeAnyway(another, demand(2, 2, 1, "")).numbers())
        .hasValueSatisfying(each -> assertThat(each).hasSize(2).contains(3));
  }

  @Test
  void workersSeeTheirOwnGpusAloneAmongThoseThatTheirProgramSees() {
    GrantedGpus own = new GrantedGpus(Optional.of(List.of(2, 0)));
    assertThat(own.seen(MACHINE).total().gpus()).isEqualTo(2);
    assertThat(own.seen(MACHINE).gpuNames()).containsExactly("T4", "A100");
    var variables = WorkerVariables.of(Map.of("CUDA_VISIBLE_DEVICES", "5,6,GPU-7"));
    var settings =
        new GroupSettings("run", List.of(), List.of(), variables, "/tmp", 1, Duration.ZERO);
    assertThat(own.visible(settings).variables().said())
        .containsEntry("CUDA_VISIBLE_DEVICES", "GPU-7,5");
    assertThat(GrantedGpus.ALL.visible(settings)).isEqualTo(settings);
  }

  @Test
  void aRunWithoutGpusTakesNoneAndSeesAll() {
    assertThat(takeAnyway(one, demand(1, 1, 0, ""))).isEqualTo(GrantedGpus.ALL);
    assertThat(directory).doesNotExist();
  }
}
