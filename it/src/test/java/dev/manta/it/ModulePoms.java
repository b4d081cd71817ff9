package dev.manta.it;

import static java.util.function.Predicate.not;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The modules of the build, and what each brings to a program that uses it.
///
/// @param directories of all modules, by their artifacts
record ModulePoms(Path root, Map<String, String> directories) {
  private static final Pattern MODULE = Pattern.compile("<module>([^<.]*)</module>");
  private static final Pattern GROUP = Pattern.compile("<groupId>(.*?)</groupId>");
  private static final Pattern ARTIFACT = Pattern.compile("<artifactId>(.*?)</artifactId>");
  private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>(.*?)</dependency>");
  private static final Pattern NOT_BROUGHT = Pattern.compile("<scope>(test|provided)</scope>");

  static ModulePoms read() throws IOException {
    Path root = Sources.root();
    Map<String, String> directories = new HashMap<>();
    for (MatchResult module : MODULE.matcher(pom(root, ".")).results().toList()) {
      List<String> artifacts = all(ARTIFACT, pom(root, module.group(1)));
      directories.put(artifacts.get(1), module.group(1)); // behind its parent's
    }
    return new ModulePoms(root, directories);
  }

  private static String pom(Path root, String module) throws IOException {
    return Files.readString(root.resolve(module).resolve("pom.xml"));
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(found -> found.group(1)).toList();
  }

  /// These modules, and all that they need at run time.
  Set<String> needed(List<String> modules) throws IOException {
    Set<String> all = new TreeSet<>();
    Deque<String> left = new ArrayDeque<>(modules);
    while (!left.isEmpty()) {
      String module = left.remove();
      if (all.add(module)) {
        dependencies(module)
            .map(text -> directories.get(artifact(text)))
            .filter(Objects::nonNull)
            .forEach(left::add);
      }
    }
    return all;
  }

  private Stream<String> dependencies(String module) throws IOException {
    return all(DEPENDENCY, pom(root, module)).stream()
        .filter(not(text -> NOT_BROUGHT.matcher(text).find()));
  }

  private static String artifact(String dependency) {
    return all(ARTIFACT, dependency).getFirst();
  }

  /// The directories, in a repository, of what a module brings that others made.
  Set<String> libraries(String module) throws IOException {
    return dependencies(module)
        .map(text -> all(GROUP, text).getFirst().replace('.', '/') + "/" + artifact(text))
        .filter(not(path -> path.startsWith("dev/manta/")))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
