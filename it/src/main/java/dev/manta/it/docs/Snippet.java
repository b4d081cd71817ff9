package dev.manta.it.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Code of a source file that a page shows: all of it, or the lines between `// region: name` and
/// the next `// endregion`.
record Snippet(String path, String region) {
  static Snippet parse(String reference) {
    int hash = reference.indexOf('#');
    return hash < 0
        ? new Snippet(reference, "")
        : new Snippet(reference.substring(0, hash), reference.substring(hash + 1));
  }

  /// The code, its common indentation removed.
  String code(Path root) {
    List<String> lines = lines(root);
    int from = region.isEmpty() ? 0 : indexOf(lines, 0, "// region: " + region) + 1;
    int to = region.isEmpty() ? lines.size() : indexOf(lines, from, "// endregion");
    return String.join("\n", withoutMarks(lines.subList(from, to))).stripIndent() + "\n";
  }

  private List<String> lines(Path root) {
    try {
      return Files.readAllLines(root.resolve(path));
    } catch (IOException e) {
      throw new UncheckedIOException("no source " + path + " for a snippet", e);
    }
  }

  private int indexOf(List<String> lines, int from, String mark) {
    for (int i = from; i < lines.size(); i++) {
      if (lines.get(i).strip().equals(mark)) {
        return i;
      }
    }
    throw new IllegalArgumentException(path + " has no line \"" + mark + "\" after line " + from);
  }

  private static List<String> withoutMarks(List<String> lines) {
    return lines.stream()
        .filter(line -> !line.strip().matches("// (region: .*|endregion)"))
        .toList();
  }
}
