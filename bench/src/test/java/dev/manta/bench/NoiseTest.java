package dev.manta.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NoiseTest {
  @Test
  void aSteadyMachineIsNotNoisy() {
    assertThat(new Noise(new double[] {1, 1.2, 1.3}, 1).tooMuch()).isFalse();
  }

  @Test
  void oneSlowCalibrationIsEnoughToBeNoisy() {
    assertThat(new Noise(new double[] {1, 1, 1.31, 1}, 1).tooMuch()).isTrue();
  }

  @Test
  void aSingleCalibrationSaysNothing() {
    assertThat(new Noise(new double[] {5}, 1).variation()).isEqualTo(1);
  }

  @Test
  void aMachineThatIsEvenlyBusyWithOtherThingsIsNoisy() {
    assertThat(new Noise(new double[] {1, 1}, 0.79).tooMuch()).isTrue();
    assertThat(new Noise(new double[] {1, 1}, 0.8).tooMuch()).isFalse();
  }

  @Test
  void theCalibrationLoopTakesMeasurableTime() throws InterruptedException {
    var calibration = new Calibration();
    calibration.take();
    calibration.take();
    assertThat(calibration.noise().seconds()).hasSize(2);
    assertThat(Statistics.quantile(calibration.noise().seconds(), 0)).isGreaterThan(0.0001);
    assertThat(calibration.noise().share()).isBetween(0.0, 1.1);
  }
}
