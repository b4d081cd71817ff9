package dev.manta.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.data.Memory;
import dev.manta.data.Type;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FixedValuesTest {
  private static final Leaf LEAF =
      new Leaf("x", "x", Leaf.Physical.INT32, 0, Type.Scalar.I32, new Leaf.Levels(1, List.of()));

  private final Memory memory = bytes -> Arena.ofAuto().allocate(bytes, 64);
  private final FixedValues values = new FixedValues(LEAF, 4, memory, Scratch.ofThread());

  /// What is in front, then numbers, as a page that is not compressed.
  private static Packed page(byte[] front, int... numbers) {
    ByteBuffer bytes =
        ByteBuffer.allocate(front.length + numbers.length * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(front);
    for (int number : numbers) {
      bytes.putInt(number);
    }
    int size = bytes.capacity();
    return new Packed(0, MemorySegment.ofArray(bytes.array()), bytes, 0, size, size);
  }

  private static byte[] run(int level, int count) {
    var levels = new LevelsOut();
    for (int i = 0; i < count; i++) {
      levels.add(level);
    }
    return levels.bytes();
  }

  private List<Long> column() {
    var column = values.column(Present.all(4), memory);
    return List.of(column.wholeAt(0), column.wholeAt(1), column.wholeAt(2), column.wholeAt(3));
  }

  @Test
  void whatIsInFrontOfAPageLeavesTheValuesOfThePageBeforeAsTheyAre() {
    byte[] run = run(1, 2);
    assertThat(values.place(Front.run(1, 2), 2, page(run, 1, 2))).isTrue();
    assertThat(values.place(Front.run(1, 2), 2, page(run, 3, 4))).isTrue();
    assertThat(column()).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void aPageWithSomethingElseInFrontIsNotAdded() {
    byte[] run = run(1, 2);
    assertThat(values.place(Front.run(1, 2), 2, page(run, 1, 2))).isTrue();
    byte[] packed = run.clone();
    packed[packed.length - 1] = 3;
    assertThat(values.place(Front.run(1, 2), 2, page(packed, 8, 9))).isFalse();
    assertThat(values.place(Front.NOTHING, 2, page(new byte[0], 3, 4))).isTrue();
    assertThat(column()).containsExactly(1L, 2L, 3L, 4L);
  }

  @Test
  void levelsInFrontAreThoseThatAreWritten() {
    for (int count : new int[] {1, 2, 63, 64, 8191, 8192, 1_048_575}) {
      Front front = Front.run(1, count);
      byte[] written = run(1, count);
      byte[] padded = Arrays.copyOf(written, Long.BYTES);
      assertThat(front.length()).isEqualTo(written.length);
      assertThat(front.word()).isEqualTo(Little.i64(padded, 0));
    }
    assertThat(Front.run(1, 1_048_576)).isEqualTo(Front.LONG);
  }

  @Test
  void pagesWithMoreInFrontThanFitsAreNotPlaced() {
    assertThat(values.place(Front.LONG, 2, page(new byte[9], 1, 2))).isFalse();
  }

  @Test
  void morePagesThanAnnouncedAreNotPlaced() {
    assertThat(values.place(Front.NOTHING, 5, page(new byte[0], 1, 2, 3, 4, 5))).isFalse();
  }
}
