package dev.manta.it.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The public types of a source directory as a table of a page: each with the first sentence of its
/// documentation.
record TypeTable(String directory) {
  private static final Pattern PUBLIC =
      Pattern.compile(
          "(?m)((?:^///.*\n)*)(?:^@.*\n)*^public [a-z ]*(?:class|record|@?interface|enum) (\\w+)");
  private static final Pattern SENTENCE = Pattern.compile("^(.*?[.:;])(?: |$).*");
  private static final Pattern LINK = Pattern.compile("\\[(#?[\\w.#()]+)](?!\\()");

  /// Its lines, each ended.
  String text(Path root) {
    return "| type | |\n|---|---|\n" + String.join("", rows(root));
  }

  private List<String> rows(Path root) {
    try (var files = Files.list(root.resolve(directory))) {
      List<String> rows = new ArrayList<>();
      for (Path file : files.sorted().toList()) {
        row(file).ifPresent(rows::add);
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException("no directory " + directory + " for a table of types", e);
    }
  }

  private static Optional<String> row(Path file) throws IOException {
    if (!file.toString().endsWith(".java")) {
      return Optional.empty();
    }
    Matcher found = PUBLIC.matcher(Files.readString(file));
    return found.find()
        ? Optional.of("| `%s` | %s |\n".formatted(found.group(2), sentence(found.group(1))))
        : Optional.empty();
  }

  private static String sentence(String comment) {
    String text =
        comment
            .lines()
            .map(line -> line.substring(3).strip())
            .takeWhile(line -> !line.isEmpty() && !line.startsWith("@"))
            .collect(Collectors.joining(" "));
    Matcher first = SENTENCE.matcher(text);
    String sentence = first.matches() ? first.group(1) : text;
    return LINK.matcher(sentence.replaceAll("[.:;]$", "")).replaceAll("`$1`").replace("|", "\\|");
  }
}
