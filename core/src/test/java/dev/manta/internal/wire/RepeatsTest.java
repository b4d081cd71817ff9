package dev.manta.internal.wire;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepeatsTest {
  private final Repeats repeats = new Repeats();

  private static ToController.Report report(long sequence, int checkpoint) {
    return new ToController.Report(1, 0, sequence, sequence, 0, 0, checkpoint, "", new byte[0]);
  }

  @Test
  void reportsAreSaidAgainUntilTheyAreAcknowledged() {
    var second = report(2, 0);
    repeats.add(report(1, 0));
    repeats.add(second);

    repeats.acknowledged(1);

    assertThat(repeats.all()).containsExactly(second);
  }

  @Test
  void howFarAWorkerHasComeIsSaidAgainInOrderAfterItsReports() {
    var ready = new ToController.Ready(1, "");
    var entered = new ToController.Entered(1);
    var report = report(1, 0);
    repeats.add(ready);
    repeats.add(entered);
    repeats.add(report);

    assertThat(repeats.all()).containsExactly(report, ready, entered);
  }

  @Test
  void whatBelongsToACheckpointIsSaidAgainUntilThatIsDecided() {
    var report = report(1, 4);
    var stored = new ToController.PartStored(1, 4, 9, "{}");
    repeats.add(report);
    repeats.add(stored);
    repeats.acknowledged(1);
    assertThat(repeats.all()).containsExactly(report, stored);

    repeats.decided(4);

    assertThat(repeats.all()).isEmpty();
  }

  @Test
  void anotherAttemptBeginsWithNothingButReports() {
    var report = report(1, 0);
    repeats.add(new ToController.Entered(1));
    repeats.add(report);

    repeats.begin();

    assertThat(repeats.all()).containsExactly(report);
  }

  @Test
  void answersAreNotSaidAgain() {
    repeats.add(new ToController.Pong(3));
    repeats.add(new ToController.Stacks(1, "main"));

    assertThat(repeats.all()).isEmpty();
  }
}
