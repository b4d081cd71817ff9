package dev.manta.tensorflow.runs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.tensorflow.runs.DroppingTraining.Config;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class DropoutTest {
  @TempDir Path directory;

  private List<Double> seen(int ranks, long seed) {
    float[] ones = new float[1000];
    Arrays.fill(ones, 1);
    Dataset rows = Dataset.of(Collections.nCopies(ranks, Row.of("x", ones)));
    var result =
        new InProcess(directory)
            .fit(ranks, DroppingTraining::train, new Config(seed), Map.of("rows", rows));
    List<?> seen = result.returnValue(List.class).orElseThrow();
    return seen.stream().map(number -> ((Number) number).doubleValue()).toList();
  }

  @Test
  void aSeedDropsTheSameAndEachStepAnother() {
    List<Double> first = seen(1, 3);
    assertThat(seen(1, 3)).isEqualTo(first);
    assertThat(seen(1, 4)).isNotEqualTo(first);
    assertThat(first.subList(0, 3))
        .doesNotHaveDuplicates()
        .allSatisfy(mean -> assertThat(mean).isCloseTo(1, within(0.15)));
  }

  @Test
  void ranksDropDifferently() {
    assertThat(seen(2, 3).getFirst()).isNotEqualTo(seen(1, 3).getFirst());
  }

  @Test
  void anEvaluationDropsNothing() {
    assertThat(seen(1, 3).getLast()).isEqualTo(1);
  }
}
