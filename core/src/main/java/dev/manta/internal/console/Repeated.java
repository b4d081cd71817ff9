package dev.manta.internal.console;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Says whether what is said again and again is worth saying once more: the first time, the second,
/// the fourth, the eighth.
final class Repeated {
  private static final int TEXTS_MAX = 1000;
  private static final Pattern DURATION = Pattern.compile(" for \\d+ s\\b");

  private final Map<String, Integer> times =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) {
          return size() > TEXTS_MAX;
        }
      };

  /// What to add to a text that is worth saying, or empty where it is not. How long something took
  /// makes no other text.
  synchronized Optional<String> times(String text) {
    int count = times.merge(DURATION.matcher(text).replaceAll(""), 1, Integer::sum);
    boolean worthIt = Integer.bitCount(count) == 1;
    return worthIt
        ? Optional.of(count == 1 ? "" : " (" + count + " times by now)")
        : Optional.empty();
  }
}
