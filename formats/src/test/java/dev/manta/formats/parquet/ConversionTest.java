package dev.manta.formats.parquet;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Memory;
import dev.manta.data.Type;
import java.lang.foreign.MemorySegment;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConversionTest {
  private static final Memory HEAP = bytes -> MemorySegment.ofArray(new byte[(int) bytes]);
  private static final Leaf LEAF =
      new Leaf(
          "t",
          "t",
          Leaf.Physical.INT96,
          12,
          new Type.Timestamp(Type.Unit.NANOS, false),
          new Leaf.Levels(0, List.of()));

  private static long moment(LocalDate date) {
    MemorySegment stored = MemorySegment.ofArray(new byte[12]);
    stored.set(JAVA_LONG_UNALIGNED, 0, 1);
    stored.set(JAVA_INT_UNALIGNED, 8, (int) date.toEpochDay() + 2_440_588);
    return Conversion.of(LEAF, 12, 1, stored, HEAP).get(JAVA_LONG_UNALIGNED, 0);
  }

  @Test
  void aMomentThatNanosecondsDoNotReachIsNamed() {
    assertThat(moment(LocalDate.of(1970, 1, 2))).isEqualTo(86_400_000_000_001L);
    assertThatThrownBy(() -> moment(LocalDate.of(9999, 12, 31)))
        .hasMessageContaining("9999-12-31 is outside the years 1677 to 2262");
  }
}
