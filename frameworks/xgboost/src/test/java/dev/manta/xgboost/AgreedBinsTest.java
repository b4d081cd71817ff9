package dev.manta.xgboost;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Trainer;
import dev.manta.data.Dataset;
import dev.manta.data.Row;
import dev.manta.tabular.TableRoles;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import dev.manta.xgboost.internal.library.NativeFunction;
import dev.manta.xgboost.internal.library.NativeTexts;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The bins that XGBoost ends up with are those that ranks agreed on.
@Timeout(120)
class AgreedBinsTest {
  private static final int ROWS = 6000;
  private static final int BINS = 64;
  private static final NativeFunction CUTS = NativeFunction.of("XGDMatrixGetQuantileCut", "pppp");
  private static final Map<Integer, List<float[]>> CUTS_OF_RANKS = new ConcurrentHashMap<>();

  record Config(int maxBin) {}

  @TempDir Path directory;

  private static double value(int row) {
    return Math.exp(3 * Math.sin(row));
  }

  private static Dataset rows(boolean weighted) {
    return Dataset.of(IntStream.range(0, ROWS).mapToObj(row -> row(row, weighted)).toList());
  }

  private static Row row(int row, boolean weighted) {
    double rare = row % 100 == 0 ? row : Double.NaN;
    double weight = weighted && row % 2 == 0 ? 9 : 1;
    return Row.of("x", value(row), "few", row % 3, "rare", rare, "y", row % 2, "w", weight);
  }

  static void tell(TrainContext<Config> ctx) {
    TableRoles roles = TableRoles.label("y").weight("w");
    CUTS_OF_RANKS.put(ctx.rank(), cuts(XGBoost.of(ctx).train("train", roles)));
  }

  static void tellWithoutWeights(TrainContext<Config> ctx) {
    TableRoles roles = TableRoles.label("y").ignoring("w");
    CUTS_OF_RANKS.put(ctx.rank(), cuts(XGBoost.of(ctx).train("train", roles)));
  }

  /// Of each feature, where bins but the first begin, and last a number above all its values.
  private static List<float[]> cuts(DMatrix rows) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment begins = arena.allocate(ADDRESS);
      MemorySegment values = arena.allocate(ADDRESS);
      CUTS.call(rows.matrix().handle(), arena.allocateFrom("{}"), begins, values);
      long[] places = array(begins, JAVA_LONG).toArray(JAVA_LONG);
      float[] all = array(values, JAVA_FLOAT).toArray(JAVA_FLOAT);
      List<float[]> cuts = new ArrayList<>();
      for (int i = 1; i < places.length; i++) {
        cuts.add(Arrays.copyOfRange(all, (int) places[i - 1] + 1, (int) places[i]));
      }
      return cuts;
    }
  }

  private static MemorySegment array(MemorySegment text, ValueLayout type) {
    Matcher array =
        Pattern.compile("\"data\":\\s*\\[(\\d+).*\"shape\":\\s*\\[(\\d+)")
            .matcher(NativeTexts.read(text.get(ADDRESS, 0)));
    assertThat(array.find()).isTrue();
    return MemorySegment.ofAddress(Long.parseLong(array.group(1)))
        .reinterpret(Long.parseLong(array.group(2)) * type.byteSize());
  }

  private List<float[]> cuts(String function, Dataset rows, int ranks) {
    CUTS_OF_RANKS.clear();
    Trainer.of(AgreedBinsTest.class.getName(), function, new Config(BINS))
        .dataset("train", rows)
        .scaling(ScalingConfig.inProcess(ranks))
        .run(new Runs(directory.resolve(function + ranks)).settings())
        .fit();
    assertThat(CUTS_OF_RANKS).hasSize(ranks);
    List<float[]> first = Objects.requireNonNull(CUTS_OF_RANKS.get(0));
    CUTS_OF_RANKS
        .values()
        .forEach(cuts -> assertThat(cuts).usingRecursiveComparison().isEqualTo(first));
    return first;
  }

  private static long[] rowsOfBins(float[] cuts) {
    long[] counts = new long[cuts.length];
    for (int row = 0; row < ROWS; row++) {
      int at = Arrays.binarySearch(cuts, (float) value(row));
      counts[at >= 0 ? at + 1 : -at - 1]++;
    }
    return counts;
  }

  @Test
  void allRanksPartTheirRowsIntoEqualBins() {
    for (int ranks = 1; ranks <= 3; ranks++) {
      List<float[]> cuts = cuts("tellWithoutWeights", rows(false), ranks);
      assertThat(cuts.get(0)).hasSize(BINS);
      assertThat(Arrays.stream(rowsOfBins(cuts.get(0))))
          .allSatisfy(rows -> assertThat(rows).isBetween(75L, 115L)); // 94 are a 64th
      assertThat(cuts.get(1)).hasSize(3).startsWith(1, 2);
      assertThat(cuts.get(2)).hasSize(60).startsWith(100, 200);
    }
  }

  /// Weights move them, which XGBoost knows better.
  @Test
  void rowsWithWeightsHaveTheBinsThatXGBoostFinds() {
    float[] even = cuts("tellWithoutWeights", rows(false), 2).get(0);
    float[] weighted = cuts("tell", rows(true), 2).get(0);
    assertThat(weighted).hasSizeLessThanOrEqualTo(BINS).isNotEqualTo(even);
  }
}
