package dev.manta.it.docs;

import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The calls `recipe("Python", Java);` of a region as a table of a page: each language has a
/// column.
record RecipeTable(String reference) {
  private static final Pattern RECIPE =
      Pattern.compile("(?s)recipe\\(\\s*\"((?:[^\"\\\\]|\\\\.)*)\",\\s*(.*?)\\);\n");

  /// Its lines, each ended.
  String text(Path root) {
    String rows =
        RECIPE
            .matcher(Snippet.parse(reference).code(root))
            .results()
            .map(found -> "| `%s` | `%s` |\n".formatted(cell(found.group(1)), cell(found.group(2))))
            .collect(Collectors.joining());
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(reference + " has no recipe(\"Python\", Java)");
    }
    return "| Python | Java |\n|---|---|\n" + rows;
  }

  private static String cell(String code) {
    return code.replaceAll("\\s+", " ").replace("( ", "(").replace("|", "\\|");
  }
}
