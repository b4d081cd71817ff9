package dev.manta.tune.internal.runs;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// A checkpoint of a trial's run goes once neither the run nor its experiment needs it.
class HeldOfRunTest {
  private final HeldOfRun held = new HeldOfRun();

  @Test
  void theRunDeletesWhatTheExperimentHasReleased() {
    held.told("c1");
    assertThat(held.release("c1")).isFalse();
    assertThat(held.mayDelete("c1")).isTrue();
  }

  @Test
  void theExperimentDeletesWhatTheRunHasLeftToIt() {
    held.told("c1");
    assertThat(held.mayDelete("c1")).isFalse();
    assertThat(held.all()).containsExactly("c1");
    assertThat(held.release("c1")).isTrue();
    assertThat(held.all()).isEmpty();
  }

  @Test
  void whatNobodyWasToldOfIsNeededByNobodyWhenTheRunIsOver() {
    held.told("c2");
    assertThat(held.mayDelete("c1")).isFalse();
    assertThat(held.mayDelete("c2")).isFalse();
    assertThat(held.untold()).containsExactly("c1");
    assertThat(held.all()).containsExactly("c2");
  }
}
