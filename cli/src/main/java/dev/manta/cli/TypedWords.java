package dev.manta.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a user has typed after `manta run`, to be typed again.
record TypedWords(List<String> words) {
  private static final String PLAIN = "[A-Za-z0-9_./:=,@%+-]+";

  TypedWords {
    words = List.copyOf(words);
  }

  /// All but the run's name, and the wish to start over.
  TypedWords withoutName() {
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("--name")) {
        i++;
      } else if (!word.startsWith("--name=") && !word.equals("--fresh")) {
        kept.add(word);
      }
    }
    return new TypedWords(kept);
  }

  /// The same with further words.
  TypedWords and(List<String> more) {
    return new TypedWords(Stream.concat(words.stream(), more.stream()).toList());
  }

  /// As a shell reads them.
  String line() {
    return words.stream().map(TypedWords::quoted).collect(Collectors.joining(" "));
  }

  private static String quoted(String word) {
    return word.matches(PLAIN) ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
