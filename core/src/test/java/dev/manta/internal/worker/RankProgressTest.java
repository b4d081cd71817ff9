package dev.manta.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RankProgressTest {
  private final RankProgress progress = new RankProgress(0, 0, 0);
  private final List<String> warnings = new ArrayList<>();

  private int steps(long count) {
    int made = 0;
    for (long _ : progress.steps(count, this::stepDone, () -> false, (_, _) -> {}, warnings::add)) {
      made++;
    }
    return made;
  }

  private void stepDone() {
    if (progress.closeStep()) {
      progress.nextCommit();
    }
  }

  @Test
  void stepsMadeAreThoseOfThisAttemptWhereverItResumes() {
    progress.nextCommit();
    progress.standsAt(50_000);
    progress.nextCommit();
    progress.nextStep();
    assertThat(progress.made()).isEqualTo(2);
    assertThat(progress.commits()).isEqualTo(50_001);
  }

  @Test
  void aLoopAroundStepsThatHasNoneLeftIsToldTheWayOutOnce() {
    assertThat(steps(3)).isEqualTo(3);
    assertThat(warnings).isEmpty();
    assertThat(steps(3)).isZero();
    assertThat(steps(3)).isZero();
    assertThat(warnings)
        .singleElement()
        .asString()
        .startsWith("ctx.steps(3) has no steps left")
        .contains("made 3", "ctx.epochs(n)");
  }

  @Test
  void aLoopThatAsksForMoreStepsContinues() {
    assertThat(steps(3)).isEqualTo(3);
    assertThat(steps(5)).isEqualTo(2);
    assertThat(warnings).isEmpty();
  }

  @Test
  void aFunctionThatResumesBehindItsStepsHasNoneLeftSilently() {
    progress.standsAt(5);
    assertThat(steps(3)).isZero();
    assertThat(steps(5)).isZero();
    assertThat(warnings).isEmpty();
  }

  @Test
  void stepsOfEpochsAreCountedInEach() {
    int made = 0;
    for (int _ : progress.epochs(2, () -> {}, () -> false)) {
      made += steps(3);
    }
    assertThat(made).isEqualTo(6);
    assertThat(warnings).isEmpty();
  }
}
