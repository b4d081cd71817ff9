package dev.manta.it.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// One Markdown page of the repository.
public record Page(Path root, Path file, String text) {
  private static final Pattern SNIPPET =
      Pattern.compile(
          "(?m)^<!-- snippet: (?<source>\\S+) -->\\n"
              + "+```(?<language>java|python)\\n"
              + "(?<code>(?s:.*?))^```$");
  private static final Pattern IMPORTS =
      Pattern.compile("\n\n\\*\\[\\w+\\.java]\\(\\S+\\) has the imports\\.\\*$", Pattern.MULTILINE);
  private static final Pattern TABLE =
      Pattern.compile("(?m)^<!-- (types|recipes): (\\S+) -->\n((?:\\|.*\n)*)");
  private static final Pattern JAVA = Pattern.compile("(?m)^```java\n((?s:.*?))^```$");

  static Page read(Path root, Path file) {
    try {
      return new Page(root, file, Files.readString(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The page's path from the repository's root.
  public String name() {
    return root.relativize(file).toString();
  }

  /// The text with the code of every snippet as it stands in its source, with links to the imports
  /// of parts, and the same for tables of types and of recipes.
  public String refreshed() {
    String bare = IMPORTS.matcher(text).replaceAll("");
    Set<String> linked = new HashSet<>();
    String code =
        SNIPPET
            .matcher(bare)
            .replaceAll(
                found -> Matcher.quoteReplacement(fence(found) + imports(found, bare, linked)));
    return TABLE
        .matcher(code)
        .replaceAll(
            found ->
                Matcher.quoteReplacement(
                    "<!-- %s: %s -->\n%s".formatted(found.group(1), found.group(2), rows(found))));
  }

  private String rows(MatchResult table) {
    return table.group(1).equals("types")
        ? new TypeTable(table.group(2)).text(root)
        : new RecipeTable(table.group(2)).text(root);
  }

  private String fence(MatchResult found) {
    Snippet snippet = Snippet.parse(found.group("source"));
    return "<!-- snippet: %s -->\n```%s\n%s```"
        .formatted(found.group("source"), found.group("language"), snippet.code(root));
  }

  /// Where the imports of a part of a file are, once on a page that does not say it itself; a part
  /// that begins with imports shows them.
  private String imports(MatchResult found, String bare, Set<String> linked) {
    Snippet snippet = Snippet.parse(found.group("source"));
    Path source = root.resolve(snippet.path());
    String link = "(" + file.resolveSibling("").relativize(source) + ")";
    if (snippet.code(root).startsWith("import ")) {
      linked.add(link);
    }
    return snippet.region().isEmpty() || bare.contains(link) || !linked.add(link)
        ? ""
        : "\n\n*[%s]%s has the imports.*".formatted(source.getFileName(), link);
  }

  /// Snippets whose code differs from its source.
  public List<String> staleSnippets() {
    List<String> stale = new ArrayList<>();
    Matcher found = SNIPPET.matcher(text);
    while (found.find()) {
      String source = found.group("source");
      if (!found.group("code").equals(Snippet.parse(source).code(root))) {
        stale.add(name() + " shows other code than " + source + "; ./dev docs rewrites it");
      }
    }
    return stale;
  }

  /// Lines that import everything of a package in which a name is that of another type too.
  ///
  /// @param packages such packages, each with the type that has to be imported by name
  public List<String> ambiguousImports(Map<String, String> packages) {
    List<String> found = new ArrayList<>();
    Matcher fences = JAVA.matcher(text);
    while (fences.find()) {
      packages.forEach(
          (name, type) -> {
            boolean isNamed = fences.group(1).contains("import " + name + "." + type + ";");
            if (fences.group(1).contains("import " + name + ".*;") && !isNamed) {
              found.add(name() + " imports " + name + ".* without " + type);
            }
          });
    }
    return found;
  }

  /// What somebody wrote: the page without the tables that are made of sources.
  public String written() {
    return TABLE.matcher(text).replaceAll("");
  }

  /// Directories whose types the page lists.
  public List<String> listedDirectories() {
    return TABLE
        .matcher(text)
        .results()
        .filter(found -> found.group(1).equals("types"))
        .map(found -> found.group(2))
        .toList();
  }

  /// Tables that differ from the types and recipes that there are.
  public List<String> staleTables() {
    return TABLE
        .matcher(text)
        .results()
        .filter(found -> !found.group(3).equals(rows(found)))
        .map(
            found ->
                "%s lists other %s than %s has; ./dev docs rewrites it"
                    .formatted(name(), found.group(1), found.group(2)))
        .toList();
  }

  /// Java code that is not taken from a source, by its first line.
  public List<String> looseCode() {
    List<String> loose = new ArrayList<>();
    Matcher found = JAVA.matcher(SNIPPET.matcher(text).replaceAll(""));
    while (found.find()) {
      String line = found.group(1).lines().findFirst().orElse("");
      loose.add(name() + " has Java code without a <!-- snippet: file#region --> above: " + line);
    }
    return loose;
  }
}
