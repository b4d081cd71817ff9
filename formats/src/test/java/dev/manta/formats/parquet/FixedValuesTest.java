package dev.manta.formats.parquet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Memory;
import dev.manta.data.Type;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class FixedValuesTest {
  private static final Leaf LEAF =
      new Leaf("x", "x", Leaf.Physical.INT32, 0, Type.Scalar.I32, new Leaf.Levels(1, List.of()));

  private final Memory memory = bytes -> Arena.ofAuto().allocate(bytes, 64);
  private final FixedValues values = new FixedValues(LEAF, 4, memory, Scratch.ofThread());

  /// Writes what is in front, then numbers.
  private static Consumer<MemorySegment> page(byte[] front, int... numbers) {
    ByteBuffer bytes =
        ByteBuffer.allocate(front.length + numbers.length * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(front);
    for (int number : numbers) {
      bytes.putInt(number);
    }
    return page -> MemorySegment.copy(bytes.array(), 0, page, JAVA_BYTE, 0, bytes.capacity());
  }

  private List<Long> column() {
    var column = values.column(Present.all(4), memory);
    return List.of(column.wholeAt(0), column.wholeAt(1), column.wholeAt(2), column.wholeAt(3));
  }

  @Test
  void whatIsInFrontOfAPageLeavesTheValuesOfThePageBeforeAsTheyAre() {
    byte[] run = LevelsOut.run(1, 2);
    assertThat(values.place(MemorySegment.ofArray(run), 2, page(run, 1, 2))).isTrue();
    assertThat(values.place(MemorySegment.ofArray(run), 2, page(run, 3, 4))).isTrue();
    assertThat(column()).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void aPageWithSomethingElseInFrontIsNotAdded() {
    byte[] run = LevelsOut.run(1, 2);
    assertThat(values.place(MemorySegment.ofArray(run), 2, page(run, 1, 2))).isTrue();
    byte[] packed = run.clone();
    packed[packed.length - 1] = 3;
    assertThat(values.place(MemorySegment.ofArray(run), 2, page(packed, 8, 9))).isFalse();
    assertThat(values.place(MemorySegment.ofArray(new byte[0]), 2, page(new byte[0], 3, 4)))
        .isTrue();
    assertThat(column()).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void morePagesThanAnnouncedAreNotPlaced() {
    assertThat(
            values.place(MemorySegment.ofArray(new byte[0]), 5, page(new byte[0], 1, 2, 3, 4, 5)))
        .isFalse();
  }
}
