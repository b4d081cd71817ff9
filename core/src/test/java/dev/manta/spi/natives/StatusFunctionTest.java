package dev.manta.spi.natives;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.Arena;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

final class StatusFunctionTest {
  @Test
  void aFunctionIsCalledWithItsArguments() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment left = arena.allocateFrom("manta");
      MemorySegment right = arena.allocateFrom("manner");

      StatusFunction compare = StatusFunction.of(symbol("strncmp"), "ppl");

      assertThat(compare.call(left, right, 3L)).isZero();
      assertThat(compare.call(left, right, 5L)).isNotZero();
    }
  }

  @Test
  void anIntIsPassedAndReturned() {
    assertThat(StatusFunction.of(symbol("abs"), "i").call(-7)).isEqualTo(7);
  }

  @Test
  void aLetterThatStandsForNoTypeIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StatusFunction.of(symbol("abs"), "x"))
        .withMessage("no parameter is a 'x'");
  }

  private static MemorySegment symbol(String name) {
    return Linker.nativeLinker().defaultLookup().findOrThrow(name);
  }
}
