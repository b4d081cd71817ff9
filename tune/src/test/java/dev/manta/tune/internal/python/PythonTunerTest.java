package dev.manta.tune.internal.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.error.MantaException;
import dev.manta.train.RunConfig;
import dev.manta.tune.Point;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.Searcher;
import dev.manta.tune.Space;
import dev.manta.tune.TrialResult;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.Tuner;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Experiments whose points come from a Python process.
@Timeout(300)
class PythonTunerTest {
  @TempDir Path directory;
  @TempDir Path storage;
  private final AtomicInteger runs = new AtomicInteger();
  private FakePython fake;

  @BeforeEach
  void begin() {
    fake = new FakePython(directory);
  }

  private Tuner tuner(String name, String manner) {
    Searcher searcher = Searcher.optuna().python(fake.manner(manner));
    AtomicInteger counter = runs;
    return Tuner.of(Point.class, point -> counter.incrementAndGet() + Math.abs(point.number("x")))
        .space(Space.of().uniform("x", -5, 5).integer("layers", 1, 8))
        .threads()
        .search(TuneConfig.minimize("loss").samples(10).concurrent(1).searcher(searcher))
        .run(RunConfig.named(name).storage(storage.toString()).quiet());
  }

  private static List<Point> points(ResultGrid results) {
    return results.trials().stream().map(TrialResult::point).toList();
  }

  @Test
  void oneProcessServesAnExperimentAndEndsWithIt() throws Exception {
    assertThat(tuner("whole", "steady").fit().size()).isEqualTo(10);
    assertThat(fake.begun()).hasSize(1);
    fake.awaitEnds();
  }

  @Test
  void anExperimentWhosePythonDiesIsResumedWithAnotherOneAsIfNothingHadHappened() throws Exception {
    List<Point> expected = points(tuner("undisturbed", "steady").fit());
    runs.set(0);
    assertThatThrownBy(() -> tuner("disturbed", "dies").fit())
        .isInstanceOf(MantaException.class)
        .hasMessageContaining("out of memory");
    fake.awaitEnds();
    assertThat(runs).hasValue(3);
    ResultGrid results = tuner("disturbed", "steady").fit();
    assertThat(results.name()).isEqualTo("disturbed");
    assertThat(points(results)).isEqualTo(expected);
    assertThat(runs).hasValue(10);
  }
}
