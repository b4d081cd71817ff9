package dev.manta.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveValueTest {
  record Best(double score, int epoch) {}

  /// What another attempt has after it was restored from this one.
  private static <T> T restored(T first, T last) {
    var before = LiveValue.of(first);
    before.set(last);
    var after = LiveValue.of(first);
    after.load(before.save());
    return after.value();
  }

  @Test
  void numbersTextsTruthsEnumsAndRecordsComeBack() {
    assertThat(restored(0L, Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
    assertThat(restored(0, 7)).isEqualTo(7);
    assertThat(restored(0.0, 0.1)).isEqualTo(0.1);
    assertThat(restored("", "warm \"up\"\n")).isEqualTo("warm \"up\"\n");
    assertThat(restored(false, true)).isTrue();
    assertThat(restored(Order.MIN, Order.MAX)).isEqualTo(Order.MAX);
    assertThat(restored(new Best(0, 0), new Best(0.5, 3))).isEqualTo(new Best(0.5, 3));
  }

  @Test
  void aBestScoreMayBeginAtInfinity() {
    assertThat(restored(0.0, Double.POSITIVE_INFINITY)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(restored(0.0, Double.NaN)).isNaN();
  }

  @Test
  void aCounterCounts() {
    LiveValue<Long> seen = LiveValue.of(0L);
    assertThat(seen.update(n -> n + 5)).isEqualTo(5);
    assertThat(seen.value()).isEqualTo(5);
  }

  @Test
  void whatCannotBeSavedIsRefusedAtOnce() {
    for (Object other : List.of(new Object(), List.of(1), new Thread())) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> LiveValue.of(other))
          .withMessageStartingWith("a " + other.getClass().getName() + " cannot be live state")
          .withMessageEndingWith("use a number, text, boolean, enum or record of those");
    }
  }

  @Test
  void aValueOfAnotherTypeIsNotTaken() {
    LiveValue<Integer> count = LiveValue.of(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> count.load("\"many\"".getBytes(StandardCharsets.UTF_8)))
        .withMessageContaining("java.lang.Integer");
  }
}
