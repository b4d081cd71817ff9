package dev.manta.formats.parquet;

/// Memory that the decoding of pages uses again and again. One per thread.
final class Scratch {
  /// Room behind a page, so that words may be read across its end.
  static final int PADDING = 16;

  private static final ThreadLocal<Scratch> OF_THREAD = ThreadLocal.withInitial(Scratch::new);

  private final Codecs codecs = new Codecs();
  private byte[] chunks = new byte[0];
  private byte[] page = new byte[0];
  private int[] numbers = new int[0];

  static Scratch ofThread() {
    return OF_THREAD.get();
  }

  Codecs codecs() {
    return codecs;
  }

  byte[] chunks(int size) {
    if (chunks.length < size + PADDING) {
      chunks = new byte[size + PADDING];
    }
    return chunks;
  }

  byte[] page(int size) {
    if (page.length < size + PADDING) {
      page = new byte[size + size / 4 + PADDING];
    }
    return page;
  }

  int[] numbers(int count) {
    if (numbers.length < count) {
      numbers = new int[count + count / 4];
    }
    return numbers;
  }
}
