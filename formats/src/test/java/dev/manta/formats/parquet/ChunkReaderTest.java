package dev.manta.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.data.Column;
import dev.manta.data.Memory;
import dev.manta.data.Type;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ChunkReaderTest {
  private static final Leaf LEAF =
      new Leaf("x", "x", Leaf.Physical.INT32, 0, Type.Scalar.I32, new Leaf.Levels(0, List.of()));

  private final Memory memory = bytes -> Arena.ofAuto().allocate(bytes, 64);

  /// A page of the numbers 1 and 2, with statistics of this size in its header.
  private static byte[] page(int statistics) {
    byte[] header =
        ThriftOut.struct(
            page ->
                page.i32(1, 0)
                    .i32(2, 2 * Integer.BYTES)
                    .i32(3, 2 * Integer.BYTES)
                    .struct(
                        5,
                        data ->
                            data.i32(1, 2)
                                .i32(2, 0)
                                .i32(3, 3)
                                .i32(4, 3)
                                .struct(5, said -> said.binary(1, new byte[statistics]))));
    return ByteBuffer.allocate(header.length + 2 * Integer.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(header)
        .putInt(1)
        .putInt(2)
        .array();
  }

  private Column read(byte[] chunk, int size) {
    MemorySegment stored = Arena.ofAuto().allocate(size);
    stored.copyFrom(MemorySegment.ofArray(chunk).asSlice(0, size));
    var described = new Chunk(0, 2, 4, size, size, Optional.empty());
    return new ChunkReader(LEAF, described, stored, memory, Scratch.ofThread()).read(2, memory);
  }

  @Test
  void headersMayHoldLongStatistics() {
    for (int statistics : new int[] {0, 200, 255, 256, 5_000, 70_000}) {
      byte[] page = page(statistics);
      Column column = read(page, page.length);
      assertThat(List.of(column.wholeAt(0), column.wholeAt(1))).containsExactly(1L, 2L);
    }
  }

  @Test
  void aHeaderThatIsCutOffIsRefused() {
    byte[] page = page(5_000);
    for (int size : new int[] {10, 300, 4_500}) {
      assertThatThrownBy(() -> read(page, size))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("metadata");
    }
  }
}
