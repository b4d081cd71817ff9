package dev.manta.it.site;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The API of the public packages, as the JDK's javadoc writes it.
final class Javadoc {
  private static final List<String> MODULES =
      List.of(
          "core",
          "formats",
          "stores",
          "tune",
          "dashboard",
          "frameworks/python",
          "frameworks/torch",
          "frameworks/tabular",
          "frameworks/xgboost",
          "frameworks/lightgbm",
          "frameworks/tensorflow",
          "frameworks/djl");
  private static final List<String> FRAMEWORKS =
      List.of("xgboost", "lightgbm", "tensorflow", "djl");
  private static final String SOURCES = "src/main/java";
  private static final Pattern PUBLIC_TYPE =
      Pattern.compile("(?m)^public (?:[a-z-]+ )*(?:class|record|enum|interface|@interface) (\\w+)");

  private Javadoc() {}

  /// A public type: where the site has it, and its qualified name.
  record Type(String address, String name) {}

  /// This program's, and those of frameworks that are not on it: their examples' builds write them.
  static String classPath(Path root) {
    return Stream.concat(
            Stream.of(System.getProperty("java.class.path")),
            FRAMEWORKS.stream()
                .map(name -> root.resolve("examples-" + name).resolve("target/class-path"))
                .filter(Files::isRegularFile)
                .map(Javadoc::text))
        .collect(Collectors.joining(File.pathSeparator));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Sources that are not internal.
  static List<Path> sources(Path root) {
    return MODULES.stream()
        .map(module -> root.resolve(module).resolve(SOURCES))
        .filter(Files::isDirectory)
        .flatMap(Javadoc::javaFiles)
        .toList();
  }

  private static Stream<Path> javaFiles(Path directory) {
    try (var files = Files.walk(directory)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !file.endsWith("module-info.java"))
          .filter(file -> !directory.relativize(file).toString().contains("internal"))
          .sorted()
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The public type of a source, if it has one.
  static Optional<Type> type(Path root, Path source) {
    String path = SitePage.pathOf(root, source);
    String inPackage = path.substring(path.indexOf(SOURCES) + SOURCES.length() + 1);
    try {
      Matcher found = PUBLIC_TYPE.matcher(Files.readString(source));
      String name = inPackage.substring(0, inPackage.length() - ".java".length());
      return found.find()
          ? Optional.of(new Type("api/" + name + ".html", name.replace('/', '.')))
          : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// @param style a style sheet that is added to javadoc's own
  static void write(Path root, Path target, Path style) {
    List<String> arguments = new ArrayList<>(options(root, target));
    arguments.addAll(List.of("--add-stylesheet", style.toString()));
    sources(root).forEach(file -> arguments.add(file.toString()));
    int status =
        ToolProvider.findFirst("javadoc")
            .orElseThrow(() -> new IllegalStateException("this Java has no javadoc; use a JDK"))
            .run(System.out, System.err, arguments.toArray(String[]::new));
    if (status != 0) {
      throw new IllegalStateException("javadoc ended with status " + status);
    }
  }

  private static List<String> options(Path root, Path target) {
    String sourcePath =
        MODULES.stream()
            .map(module -> root.resolve(module).resolve(SOURCES).toString())
            .collect(Collectors.joining(File.pathSeparator));
    return List.of(
        "-quiet",
        "-notimestamp",
        "-encoding",
        "UTF-8",
        "-Xdoclint:reference",
        "-d",
        target.toString(),
        "-sourcepath",
        sourcePath,
        "-classpath",
        classPath(root),
        "-windowtitle",
        "Manta API",
        "-doctitle",
        "Manta API",
        "-header",
        "<a href=\"{@docRoot}/../index.html\">Documentation</a>");
  }
}
