package dev.manta.internal.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class ReadableNumbersTest {
  @Test
  void fractionsHaveFourSignificantDigits() {
    assertThat(ReadableNumbers.value(0.98765)).isEqualTo("0.9877");
    assertThat(ReadableNumbers.value(12.3456)).isEqualTo("12.35");
    assertThat(ReadableNumbers.value(-12345.6)).isEqualTo("-12346");
    assertThat(ReadableNumbers.value(0.00012345)).isEqualTo("0.000123");
  }

  @Test
  void veryLargeAndVerySmallOnesAreWrittenWithAnExponent() {
    assertThat(ReadableNumbers.value(1.5e-7)).isEqualTo("1.500e-07");
    assertThat(ReadableNumbers.value(2.5e9)).isEqualTo("2.500e+09");
  }

  @Test
  void zeroAndWhatIsNoNumberAreWrittenAsTheyAre() {
    assertThat(ReadableNumbers.value(0.0)).isEqualTo("0");
    assertThat(ReadableNumbers.value(Double.NaN)).isEqualTo("NaN");
    assertThat(ReadableNumbers.value(7L)).isEqualTo("7");
    assertThat(ReadableNumbers.value("cpu")).isEqualTo("cpu");
  }

  @Test
  void timesGrowWithTheirUnits() {
    assertThat(ReadableNumbers.time(Duration.ofMillis(3210))).isEqualTo("3.2 s");
    assertThat(ReadableNumbers.time(Duration.ofSeconds(245))).isEqualTo("4:05");
    assertThat(ReadableNumbers.time(Duration.ofSeconds(7387))).isEqualTo("2:03:07");
  }

  @Test
  void aSpanOfTimeIsWrittenAsSomebodyWouldTypeIt() {
    assertThat(ReadableNumbers.words(Duration.ofHours(2))).isEqualTo("2 h");
    assertThat(ReadableNumbers.words(Duration.ofMinutes(90))).isEqualTo("1 h 30 min");
    assertThat(ReadableNumbers.words(Duration.ofMillis(45_200))).isEqualTo("45 s 200 ms");
    assertThat(ReadableNumbers.words(Duration.ofDays(3))).isEqualTo("72 h");
    assertThat(ReadableNumbers.words(Duration.ZERO)).isEqualTo("0 s");
  }

  @Test
  void countsAreGroupedAndSayOneOrMany() {
    assertThat(ReadableNumbers.count(1, "report")).isEqualTo("1 report");
    assertThat(ReadableNumbers.count(12_345, "report")).isEqualTo("12,345 reports");
  }
}
