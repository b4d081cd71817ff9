package dev.manta.data.prep;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Texts as words of at least two letters or digits, in lower case: what Python's `\w` is, which
/// has no marks in it and all kinds of digits, other than Java's.
final class TextTokens {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}_]{2,}");

  private TextTokens() {}

  static List<String> of(String text) {
    List<String> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(text.toLowerCase(Locale.ROOT));
    while (matcher.find()) {
      words.add(matcher.group());
    }
    return words;
  }

  static double[] counts(String text, List<String> vocabulary) {
    double[] counts = new double[vocabulary.size()];
    for (String word : of(text)) {
      int place = java.util.Collections.binarySearch(vocabulary, word, Categories.TEXTS);
      if (place >= 0) {
        counts[place]++;
      }
    }
    return counts;
  }

  /// The sign of the hash decides whether a word adds or takes away, so that collisions cancel out;
  /// the row is then divided by its length.
  static double[] hashed(String text, int features) {
    double[] values = new double[features];
    for (String word : of(text)) {
      int hash = murmur3(word.getBytes(StandardCharsets.UTF_8));
      values[(int) (Math.abs((long) hash) % features)] += hash >= 0 ? 1 : -1;
    }
    double squares = 0;
    for (double value : values) {
      squares += value * value;
    }
    double length = squares == 0 ? 1 : Math.sqrt(squares);
    for (int i = 0; i < features; i++) {
      values[i] /= length;
    }
    return values;
  }

  /// MurmurHash3 in 32 bits, with seed 0.
  private static int murmur3(byte[] bytes) {
    int hash = 0;
    int at = 0;
    for (; at + 4 <= bytes.length; at += 4) {
      int block =
          (bytes[at] & 255)
              | (bytes[at + 1] & 255) << 8
              | (bytes[at + 2] & 255) << 16
              | (bytes[at + 3] & 255) << 24;
      hash = Integer.rotateLeft(hash ^ scrambled(block), 13) * 5 + 0xe6546b64;
    }
    int rest = 0;
    for (int i = bytes.length - 1; i >= at; i--) {
      rest = rest << 8 | (bytes[i] & 255);
    }
    hash ^= scrambled(rest);
    hash ^= bytes.length;
    hash = (hash ^ hash >>> 16) * 0x85ebca6b;
    hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
    return hash ^ hash >>> 16;
  }

  private static int scrambled(int block) {
    return Integer.rotateLeft(block * 0xcc9e2d51, 15) * 0x1b873593;
  }
}
