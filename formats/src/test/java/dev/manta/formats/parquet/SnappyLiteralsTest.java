package dev.manta.formats.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.compress.v3.snappy.SnappyJavaCompressor;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SnappyLiteralsTest {
  private static final int BEFORE = 5;

  /// Random bytes, among which some are those of before.
  private static byte[] bytes(SplittableRandom random) {
    byte[] bytes = new byte[1 + random.nextInt(300_000)];
    random.nextBytes(bytes);
    for (int i = random.nextInt(4); i > 0 && bytes.length > 100; i--) {
      int length = 1 + random.nextInt(bytes.length / 2);
      int from = random.nextInt(bytes.length - length);
      int to = random.nextInt(bytes.length - length);
      System.arraycopy(bytes, from, bytes, to, length);
    }
    return bytes;
  }

  private static byte[] packed(byte[] plain) {
    var compressor = new SnappyJavaCompressor();
    byte[] room = new byte[compressor.maxCompressedLength(plain.length)];
    return Arrays.copyOf(room, compressor.compress(plain, 0, plain.length, room, 0, room.length));
  }

  private static boolean isCopied(byte[] packed, int size, byte[] room) {
    byte[] chunk = new byte[BEFORE + packed.length];
    System.arraycopy(packed, 0, chunk, BEFORE, packed.length);
    var page =
        new Packed(
            1, MemorySegment.ofArray(chunk), ByteBuffer.wrap(chunk), BEFORE, packed.length, size);
    return SnappyLiterals.isCopied(page, ByteBuffer.wrap(room), BEFORE);
  }

  @Test
  void whatWasPackedIsUnpackedAndNothingBesideItIsTouched() {
    long seed = System.nanoTime();
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 200; i++) {
      byte[] plain = bytes(random);
      byte[] room = new byte[BEFORE + plain.length + BEFORE];
      assertThat(isCopied(packed(plain), plain.length, room)).as("seed " + seed).isTrue();
      byte[] expected = new byte[room.length];
      System.arraycopy(plain, 0, expected, BEFORE, plain.length);
      assertThat(Arrays.equals(room, expected)).as("seed " + seed).isTrue();
    }
  }

  @Test
  void pagesOfAnotherSizeAreLeftToTheLibrary() {
    byte[] plain =
        "one one two two three three".repeat(9).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    byte[] packed = packed(plain);
    for (int size : new int[] {0, 1, plain.length - 1, plain.length + 1}) {
      assertThat(isCopied(packed, size, new byte[plain.length + 2 * BEFORE])).isFalse();
    }
  }

  @Test
  void damageIsLeftToTheLibraryOrGivesBytesWithinThePage() {
    long seed = System.nanoTime();
    var random = new SplittableRandom(seed);
    for (int i = 0; i < 2_000; i++) {
      byte[] plain = Arrays.copyOf(bytes(random), 1 + random.nextInt(2_000));
      byte[] packed = packed(plain);
      byte[] damaged = Arrays.copyOf(packed, 1 + random.nextInt(packed.length));
      damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
      byte[] room = new byte[BEFORE + plain.length + BEFORE];
      boolean _ = isCopied(damaged, plain.length, room);
      assertThat(Arrays.copyOf(room, BEFORE)).as("seed " + seed).containsOnly(0);
      assertThat(Arrays.copyOfRange(room, BEFORE + plain.length, room.length))
          .as("seed " + seed)
          .containsOnly(0);
    }
  }
}
