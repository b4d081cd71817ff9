package dev.manta.bench.search;

import dev.manta.tune.Point;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Study;
import dev.manta.tune.Trial;
import dev.manta.tune.TrialState;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/// How long TPE takes for a suggestion when it knows many trials.
final class TpeSpeed {
  static final int TOLD = 1000;
  static final int DIMENSIONS = 10;
  private static final int WARM_UP = 20;
  private static final int ASKS = 100;

  private TpeSpeed() {}

  /// The mean time of an ask with its tell, once the code is compiled; Optuna's is measured alike.
  static Map<String, Double> measure() {
    for (int i = 0; i < WARM_UP; i++) {
      time();
    }
    return Map.of("milliseconds", time() / 1e6 / ASKS);
  }

  private static long time() {
    Study study = study();
    long began = System.nanoTime();
    for (int i = 0; i < ASKS; i++) {
      study.tell(study.ask(), 1);
    }
    return System.nanoTime() - began;
  }

  private static Study study() {
    Space space = Space.of();
    for (int i = 0; i < DIMENSIONS; i++) {
      space = space.uniform("x" + i, 0, 1);
    }
    var random = new SplittableRandom(1);
    List<Point> points = new ArrayList<>();
    List<Trial> ended = new ArrayList<>();
    for (int number = 0; number < TOLD; number++) {
      var values = new LinkedHashMap<String, Object>();
      double loss = 0;
      for (int i = 0; i < DIMENSIONS; i++) {
        double value = random.nextDouble();
        loss += (value - 0.3) * (value - 0.3);
        values.put("x" + i, value);
      }
      points.add(new Point(values));
      ended.add(new Trial(number, points.getLast(), TrialState.COMPLETE, List.of(loss), 0));
    }
    return Study.minimize(space, "loss").searcher(Searcher.tpe()).resume(points, ended);
  }
}
