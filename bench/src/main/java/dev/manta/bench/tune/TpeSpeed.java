package dev.manta.bench.tune;

import dev.manta.bench.Bar;
import dev.manta.bench.BenchContext;
import dev.manta.bench.BenchResult;
import dev.manta.bench.Dialogue;
import dev.manta.bench.Question;
import dev.manta.bench.Samples;
import dev.manta.bench.Subject;
import dev.manta.tune.Point;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.Study;
import dev.manta.tune.Trial;
import dev.manta.tune.TrialState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/// How long TPE takes for a suggestion when it knows many trials.
final class TpeSpeed {
  private static final double TIMES_FASTER = 50;
  private static final int TOLD = 1000;
  private static final int DIMENSIONS = 10;
  private static final int WARM_UP = 20;
  private static final int ASKS = 100;

  private TpeSpeed() {}

  /// Manta's time beside Optuna's.
  static BenchResult compared(BenchContext context) throws IOException, InterruptedException {
    Optional<Dialogue> optuna = context.peers().dialogue("optuna", "optuna_search.py");
    try {
      Samples samples = context.alternate("Optuna", TpeSpeed::measure, optuna.map(TpeSpeed::asked));
      String title = "TPE suggestion after 1,000 trials of 10 parameters";
      return Question.low("milliseconds", title, "ms", Bar.timesPeer(TIMES_FASTER)).answer(samples);
    } finally {
      if (optuna.isPresent()) {
        optuna.get().close();
      }
    }
  }

  private static Subject asked(Dialogue optuna) {
    return () -> {
      optuna.say("speed tpe " + TOLD + " " + DIMENSIONS + " 50");
      double seconds = Double.parseDouble(optuna.hear("seconds ").getFirst());
      return Map.of("milliseconds", 1e3 * seconds);
    };
  }

  /// The mean time of an ask with its tell, once the code is compiled; Optuna's is measured alike.
  private static Map<String, Double> measure() {
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
