package dev.manta.xgboost.internal.booster;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.manta.xgboost.internal.library.NativeFunction;
import dev.manta.xgboost.internal.library.NativeTexts;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How much a model makes of each feature.
public final class FeatureScores {
  private static final NativeFunction SCORE = NativeFunction.of("XGBoosterFeatureScore", "ppppppp");

  private FeatureScores() {}

  /// The scores of the features that it uses at all.
  ///
  /// @param kind XGBoost's word for what is counted, such as `gain`
  public static Map<String, Double> of(NativeBooster booster, String kind) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(JAVA_LONG);
      MemorySegment names = arena.allocate(ADDRESS);
      MemorySegment dimensions = arena.allocate(JAVA_LONG);
      MemorySegment shape = arena.allocate(ADDRESS);
      MemorySegment scores = arena.allocate(ADDRESS);
      MemorySegment config = arena.allocateFrom("{\"importance_type\":\"%s\"}".formatted(kind));
      SCORE.call(booster.handle(), config, count, names, dimensions, shape, scores);
      return scores(
          NativeTexts.read(names.get(ADDRESS, 0), count.get(JAVA_LONG, 0)),
          scores.get(ADDRESS, 0),
          perFeature(shape.get(ADDRESS, 0), dimensions.get(JAVA_LONG, 0)));
    }
  }

  /// A linear model of several classes has one for each class.
  private static long perFeature(MemorySegment shape, long dimensions) {
    return dimensions < 2 ? 1 : shape.reinterpret(2L * Long.BYTES).getAtIndex(JAVA_LONG, 1);
  }

  private static Map<String, Double> scores(List<String> names, MemorySegment all, long each) {
    MemorySegment scores = all.reinterpret(names.size() * each * Float.BYTES);
    Map<String, Double> byName = new LinkedHashMap<>();
    for (int feature = 0; feature < names.size(); feature++) {
      double sum = 0;
      for (long i = 0; i < each; i++) {
        sum += Math.abs(scores.getAtIndex(JAVA_FLOAT, feature * each + i));
      }
      byName.put(names.get(feature), sum);
    }
    return byName;
  }
}
