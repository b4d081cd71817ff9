package dev.manta.internal.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLoadTest {
  private static LoadSample sample(int number) {
    var point =
        new LoadPoint(5_000L * number, 5, 2.5, 1000 + number, 10, 0.5, Optional.of(1.0), 320);
    var data =
        new DataLoad(
            "train",
            320,
            3200,
            0.5,
            Optional.of(0.0),
            Optional.of(2.0),
            Map.of("Read", 1.5, "Map", 0.5));
    return new LoadSample(point, List.of(data));
  }

  private static RunLoad after(int samples, int ranks) {
    RunLoad load = RunLoad.NONE;
    for (int i = 1; i <= samples; i++) {
      for (int rank = 0; rank < ranks; rank++) {
        load = load.with(rank, "w" + rank, sample(i));
      }
    }
    return load;
  }

  @Test
  void aLongRunHasFewPointsThatAddUpToAllOfIt() {
    RankLoad rank = after(10_000, 1).ranks().getFirst();

    assertThat(rank.points()).hasSizeBetween(120, 240);
    assertThat(rank.points().stream().mapToLong(LoadPoint::rows).sum()).isEqualTo(3_200_000);
    assertThat(rank.total().seconds()).isCloseTo(50_000, within(1e-6));
    assertThat(rank.total().memoryBytes()).isEqualTo(11_000);
    assertThat(rank.last()).isEqualTo(sample(10_000).point());
    assertThat(rank.data().getFirst().operators().get("Read")).isCloseTo(15_000, within(1e-3));
  }

  @Test
  void pointsOfALongRunAreAsFarApartAtItsBeginningAsAtItsEnd() {
    List<LoadPoint> points = after(3_000, 1).ranks().getFirst().points();
    double last = points.get(points.size() - 2).seconds();
    assertThat(points.getFirst().seconds()).isBetween(last / 2, last * 2);
  }

  @Test
  void manyRanksShareTheRoomOfTheFile() {
    RunLoad load = after(300, 64);
    assertThat(load.ranks()).allSatisfy(rank -> assertThat(rank.points()).hasSizeLessThan(70));
  }

  @Test
  void whatNobodyMeasuredStaysUnknown() {
    var point = new LoadPoint(5_000, 5, 2.5, 1000, 10, 0.5, Optional.empty(), 320);
    var data = new DataLoad("train", 320, 3200, 0.5, Optional.empty(), Optional.empty(), Map.of());
    var sample = new LoadSample(point, List.of(data));
    RankLoad rank = RunLoad.NONE.with(0, "w0", sample).with(0, "w0", sample).ranks().getFirst();
    assertThat(rank.total().collectiveSeconds()).isEmpty();
    assertThat(rank.data().getFirst().fullSeconds()).isEmpty();
    assertThat(rank.data().getFirst().workSeconds()).isEmpty();
  }

  @Test
  void whatWasWrittenIsRead(@TempDir Path directory) throws IOException {
    Location run = Location.of(directory);
    Storage storage = Storages.at(run);
    assertThat(RunLoad.of(storage, run)).isEqualTo(RunLoad.NONE);
    after(3, 2).write(storage, run);
    assertThat(RunLoad.of(storage, run)).isEqualTo(after(3, 2));
    Files.writeString(directory.resolve("load.json"), "[half a fi");
    assertThat(RunLoad.of(storage, run)).isEqualTo(RunLoad.NONE);
  }
}
