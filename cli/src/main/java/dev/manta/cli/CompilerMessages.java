package dev.manta.cli;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What javac said of a program that it refused. What it says of a training function that has no
/// fitting shape is long, and names neither the cause nor what to do.
record CompilerMessages(String text) {
  private static final String ERROR = ": error: ";

  private static final Pattern NOT_STATIC =
      Pattern.compile("(?:unexpected instance|non-static) method (\\w+)\\(");
  private static final Pattern OTHER_PARAMETERS =
      Pattern.compile(
          "invalid method reference\\s+(?:incompatible types[^\\n"
              + "]*\\s+)?method (\\w+) in class [^\\n"
              + "]* cannot be applied[^\\n"
              + "]*\\n"
              + "[^\\n"
              + "]*\\n"
              + "\\s+found:\\s+TrainContext");

  /// Why the program is not run: in our words where all errors are one that we know, else in
  /// javac's, which are written to `errors`.
  IllegalArgumentException failure(Path source, Writer errors) throws IOException {
    Optional<String> known = known();
    if (known.isPresent()) {
      String first = text.lines().findFirst().orElse("");
      String place = first.replaceFirst(ERROR + ".*", "");
      return new IllegalArgumentException(
          place + ": " + known.get() + " (--debug shows what javac says)",
          new IllegalArgumentException(text));
    }
    errors.write(text);
    errors.flush();
    return new IllegalArgumentException(source + " does not compile");
  }

  private Optional<String> known() {
    return find(
            NOT_STATIC,
            "%1$s has to be static, as workers call it without an object: write static before its"
                + " return type")
        .or(
            () ->
                find(
                    OTHER_PARAMETERS,
                    "%1$s has to take a TrainContext of its config record and nothing else:"
                        + " %1$s(TrainContext<Config> ctx)"));
  }

  /// The mistake in one function, wherever the program uses it; javac names it for each method that
  /// might have been meant.
  private Optional<String> find(Pattern pattern, String words) {
    List<String> errors = Arrays.stream(text.split(ERROR, -1)).skip(1).toList();
    boolean isAll = errors.stream().allMatch(error -> pattern.matcher(error).find());
    List<String> functions =
        pattern.matcher(text).results().map(found -> found.group(1)).distinct().toList();
    return isAll && functions.size() == 1
        ? Optional.of(words.formatted(functions.getFirst()))
        : Optional.empty();
  }
}
