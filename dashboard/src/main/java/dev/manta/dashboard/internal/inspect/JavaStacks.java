package dev.manta.dashboard.internal.inspect;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// A dump of all threads of a JVM.
///
/// @param text as the JVM prints it: threads with a blank line between them
record JavaStacks(String text) {
  /// How threads begin that run a training function, by their names.
  private static final String RANK = "\"rank-";

  /// Those that run the training function; where none does, those that do something at all.
  String training() {
    List<String> ranks = threads(thread -> thread.startsWith(RANK));
    List<String> shown = ranks.isEmpty() ? threads(JavaStacks::isBusy) : ranks;
    return shown.stream().collect(Collectors.joining("\n\n"));
  }

  private static boolean isBusy(String thread) {
    return thread.contains("java.lang.Thread.State: RUNNABLE") && thread.contains("\tat ");
  }

  private List<String> threads(Predicate<String> which) {
    return Arrays.stream(text.split("\n\\s*\n"))
        .map(String::strip)
        .filter(thread -> thread.startsWith("\"") && which.test(thread))
        .toList();
  }
}
