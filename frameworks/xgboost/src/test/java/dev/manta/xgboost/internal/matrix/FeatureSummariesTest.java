package dev.manta.xgboost.internal.matrix;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.manta.tabular.TableChunk;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FeatureSummariesTest {
  private static final int ROWS = 1000;

  private final Arena arena = Arena.ofConfined();

  @AfterEach
  void free() {
    arena.close();
  }

  /// Rows whose features are their numbers times those of the features, from 1 on.
  private List<TableChunk> chunks(int width, int... sizes) {
    List<TableChunk> chunks = new ArrayList<>();
    int row = 0;
    for (int size : sizes) {
      float[] values = new float[size * width];
      for (int i = 0; i < values.length; i++) {
        values[i] = (row + i / width) * (1f + i % width);
      }
      chunks.add(new TableChunk(size, arena.allocateFrom(JAVA_FLOAT, values)));
      row += size;
    }
    return chunks;
  }

  @Test
  void eachFeatureHasItsOwnValuesHoweverWideRowsAre() {
    for (int width : new int[] {1, 6, 64, 65, 300}) {
      var summaries = new FeatureSummaries(chunks(width, 400, 1, 599), width, ROWS, ROWS);
      int first = Math.max(0, width - 3);
      List<ValueSummary> told = summaries.of(first, Math.min(3, width), ROWS);
      for (int i = 0; i < told.size(); i++) {
        assertThat(told.get(i).values()).hasSize(ROWS).isSorted();
        assertThat(told.get(i).values()[ROWS - 1]).isEqualTo((ROWS - 1) * (1f + first + i));
        assertThat(told.get(i).rows()).containsOnly(1);
      }
    }
  }

  @Test
  void ofVeryManyRowsEverySoManyStandForTheOthers() {
    var summaries = new FeatureSummaries(chunks(2, 300, 401, 299), 2, ROWS, 150);
    ValueSummary told = summaries.of(1, 1, ROWS).getFirst();
    float[] expected = new float[143];
    for (int i = 0; i < expected.length; i++) {
      expected[i] = 2 * 7 * i;
    }
    assertThat(told.values()).isEqualTo(expected);
    assertThat(Arrays.stream(told.rows()).sum()).isCloseTo(ROWS, within(7));
  }

  @Test
  void rowsMayBeLackingAltogether() {
    var summaries = new FeatureSummaries(List.of(), 3, 0, ROWS);
    assertThat(summaries.of(0, 3, 10)).hasSize(3).allMatch(told -> told.size() == 0);
  }
}
