package dev.manta.examples.torch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Collectors;

/// A text as numbers: each of its letters has one.
///
/// @param alphabet the letters in order
/// @param text the numbers of the text
record Letters(String alphabet, long[] text) {
  static Letters of(String text) {
    String alphabet =
        text.chars()
            .sorted()
            .distinct()
            .mapToObj(letter -> String.valueOf((char) letter))
            .collect(Collectors.joining());
    return new Letters(alphabet, text.chars().mapToLong(alphabet::indexOf).toArray());
  }

  /// Ten sonnets of William Shakespeare.
  static Letters ofSonnets() {
    try (InputStream in =
        Objects.requireNonNull(Letters.class.getResourceAsStream("sonnets.txt"))) {
      return of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int count() {
    return alphabet.length();
  }

  long number(char letter) {
    int number = alphabet.indexOf(letter);
    if (number < 0) {
      throw new IllegalArgumentException("the text has no letter '" + letter + "'");
    }
    return number;
  }

  char letter(long number) {
    return alphabet.charAt((int) number);
  }
}
