package dev.manta.internal.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.local.MachineShare.Wish;
import dev.manta.internal.local.ShareRule.Other;
import java.util.List;
import org.junit.jupiter.api.Test;

class ShareRuleTest {
  private static final double ALL = 4;

  private static double limit(Wish wish, Other... others) {
    return ShareRule.limit(wish, ALL, List.of(others));
  }

  private static Other has(double cpus) {
    return new Other(cpus, 0);
  }

  private static Other waitsFor(double cpus) {
    return new Other(0, cpus);
  }

  @Test
  void whoIsAloneGetsAllItCanUse() {
    assertThat(limit(new Wish(0, 1, 3))).isEqualTo(3);
    assertThat(limit(new Wish(0, 1, 9))).isEqualTo(4);
  }

  @Test
  void whatOthersHaveIsNotFree() {
    assertThat(limit(new Wish(0, 1, 4), has(1), has(2))).isEqualTo(1);
    assertThat(limit(new Wish(0, 1, 4), has(4))).isZero();
  }

  @Test
  void onlyWholePiecesAreTaken() {
    assertThat(limit(new Wish(0, 1.5, 4), has(0.5))).isEqualTo(3);
    assertThat(limit(new Wish(1, 2, 4))).isEqualTo(3);
  }

  @Test
  void whoHasSeveralPiecesGivesWayToThoseWhoHaveNothing() {
    assertThat(limit(new Wish(4, 1, 4), waitsFor(1))).isEqualTo(3);
    assertThat(limit(new Wish(4, 1, 4), waitsFor(9))).isEqualTo(1);
    assertThat(limit(new Wish(1, 1, 4), waitsFor(4))).isEqualTo(1);
  }

  @Test
  void ofThoseWhoHaveNothingTheFirstToAskGetsWhatIsFree() {
    assertThat(limit(new Wish(0, 2, 4), waitsFor(3))).isEqualTo(4);
  }

  @Test
  void whatIsMoreThanTheMachineHasIsForWhoIsAlone() {
    assertThat(limit(new Wish(0, 6, 12))).isEqualTo(6);
    assertThat(limit(new Wish(6, 6, 12))).isEqualTo(6);
    assertThat(limit(new Wish(0, 6, 12), has(0.5))).isZero();
  }

  @Test
  void whoWantsNothingMoreKeepsWhatIsUsed() {
    assertThat(limit(new Wish(2, 1, 2))).isEqualTo(2);
    assertThat(limit(new Wish(0, 1, 0))).isZero();
  }

  @Test
  void tenthsAddUp() {
    assertThat(ShareRule.limit(new Wish(0, 0.1, 0.3), 0.3, List.of())).isEqualTo(0.3);
  }
}
