package dev.manta.internal.collective;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Memory in large pages is memory like any other.
class LargePagesTest {
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 4095, (4 << 20) - 1, 4 << 20, (7 << 20) + 3})
  void itIsZeroAndCanBeWrittenFromEndToEnd(long bytes) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = LargePages.allocate(bytes, 64, arena);
      assertThat(memory.byteSize()).isEqualTo(bytes);
      assertThat(memory.address() % 64).isZero();
      assertThat(memory.mismatch(MemorySegment.ofArray(new byte[(int) bytes]))).isEqualTo(-1);
      memory.fill((byte) 7);
      assertThat(bytes == 0 ? 7 : memory.get(JAVA_BYTE, bytes - 1)).isEqualTo((byte) 7);
    }
  }

  @Test
  void itEndsWithItsArena() {
    Arena arena = Arena.ofConfined();
    MemorySegment memory = LargePages.allocate(4 << 20, 64, arena);
    arena.close();
    assertThatThrownBy(() -> memory.get(JAVA_BYTE, 0)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closingGivesItBackToTheSystem() {
    for (int time = 0; time < 140_000; time++) {
      try (Arena arena = Arena.ofConfined()) {
        assertThat(LargePages.allocate(1L << 30, 64, arena).address()).isNotZero();
      }
    }
  }
}
