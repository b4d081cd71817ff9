package dev.manta.it.fuzz;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/// Inputs near known ones: for a short run without a fuzzer's feedback.
public final class Mutations {
  private static final int CHANGES_MAX = 4;
  private static final long[] EDGES = {
    0, 1, -1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, Integer.MAX_VALUE, Integer.MIN_VALUE, Long.MAX_VALUE
  };

  private final List<byte[]> seeds;
  private final Random random;

  public Mutations(List<byte[]> seeds, long seed) {
    this.seeds = seeds;
    this.random = new Random(seed);
  }

  /// One of the known inputs with a few changes.
  public byte[] next() {
    byte[] input = any().clone();
    for (int i = random.nextInt(CHANGES_MAX) + 1; i > 0; i--) {
      input = input.length == 0 ? any().clone() : changed(input);
    }
    return input;
  }

  private byte[] any() {
    return seeds.get(random.nextInt(seeds.size()));
  }

  private byte[] changed(byte[] input) {
    int at = random.nextInt(input.length);
    return switch (random.nextInt(6)) {
      case 0 -> with(input, at, random.nextInt());
      case 1 -> with(input, at, input[at] ^ (1 << random.nextInt(8)));
      case 2 -> Arrays.copyOf(input, at);
      case 3 -> edge(input, at);
      case 4 -> joined(input, at, at, Arrays.copyOf(input, at));
      default -> {
        byte[] other = any();
        yield other.length == 0 ? input : joined(input, at, random.nextInt(other.length), other);
      }
    };
  }

  private static byte[] with(byte[] input, int at, int value) {
    input[at] = (byte) value;
    return input;
  }

  /// A number at a limit, in as many bytes and in the order that lengths have.
  private byte[] edge(byte[] input, int at) {
    long value = EDGES[random.nextInt(EDGES.length)];
    int bytes = Math.min(1 << random.nextInt(4), input.length - at);
    boolean little = random.nextBoolean();
    for (int i = 0; i < bytes; i++) {
      input[at + i] = (byte) (value >> (8 * (little ? i : bytes - 1 - i)));
    }
    return input;
  }

  /// The first bytes of one, then the last of another.
  private static byte[] joined(byte[] head, int until, int from, byte[] tail) {
    byte[] both = Arrays.copyOf(head, until + Math.max(0, tail.length - from));
    if (tail.length > from) {
      System.arraycopy(tail, from, both, until, tail.length - from);
    }
    return both;
  }
}
