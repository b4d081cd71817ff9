package dev.manta.internal.wire;

/// Text that people read, cut in the middle where it is longer than anybody reads.
public final class LongText {
  /// How much of it travels in a message.
  static final int CHARACTERS_MAX = 64 << 10;

  private LongText() {}

  /// The text, or its beginning and its end with a note of how much is left out between them.
  public static String cut(String text, int charactersMax) {
    if (text.length() <= charactersMax) {
      return text;
    }
    int end = charactersMax / 4;
    int begin = charactersMax - end;
    return text.substring(0, begin)
        + " … "
        + (text.length() - begin - end)
        + " characters left out … "
        + text.substring(text.length() - end);
  }
}
