package dev.manta.internal.console;

import dev.manta.train.Failure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Failures as a terminal shows them: what happened and where, each stack once and only its first
/// frames, and the worker's last words only where there is no stack. All of it is in the run's
/// directory.
final class ShownFailures {
  private static final int FRAMES_MAX = 5;
  private static final String FRAME = "    at ";

  private final boolean whole;
  private final Set<String> shown = new HashSet<>();

  /// @param whole whether all there is of each failure is shown
  ShownFailures(boolean whole) {
    this.whole = whole;
  }

  synchronized List<String> lines(Failure failure) {
    if (whole) {
      return failure.describe().lines().toList();
    }
    String stack = failure.stack().orElse("");
    boolean again = !stack.isEmpty() && !shown.add(stack);
    String tail = stack.isEmpty() ? failure.logTail() : "";
    List<String> lines = new ArrayList<>();
    bare(failure, tail).describe().lines().forEach(lines::add);
    if (!again) {
      addStack(fromUser(stack, failure.what()), lines);
    }
    return lines;
  }

  private static Failure bare(Failure failure, String tail) {
    return new Failure(
        failure.attempt(),
        failure.rank(),
        failure.worker(),
        failure.node(),
        failure.what(),
        failure.exit(),
        Optional.empty(),
        tail);
  }

  /// The first line of a stack says what the sentence before it has said. Frames above the one that
  /// the sentence ends with are Manta's, where something of the user's was refused.
  private static List<String> fromUser(String stack, String sentence) {
    List<String> lines = stack.lines().skip(1).toList();
    List<String> rest = lines.stream().dropWhile(line -> !isIn(sentence, line)).toList();
    return rest.isEmpty() ? lines : rest;
  }

  private static boolean isIn(String sentence, String line) {
    return line.startsWith(FRAME) && sentence.endsWith(line.strip());
  }

  private static void addStack(List<String> stack, List<String> lines) {
    int frames = 0;
    for (String line : stack) {
      frames = line.startsWith(FRAME) ? frames + 1 : 0;
      if (frames <= FRAMES_MAX) {
        lines.add(line);
      } else if (frames == FRAMES_MAX + 1) {
        lines.add("    … more with --debug, and in the log");
      }
    }
  }
}
