package dev.manta.cli.shell;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/// The options that say which classes a shell or notebook has.
public final class ShellClassPath {
  @Option(
      names = {"-cp", "--class-path"},
      paramLabel = "PATH",
      description = "Jars and directories of classes of your own, separated by ':'.")
  String libraries = "";

  /// The launcher has acted on it, and knows which there are: this process has the jars already.
  @Option(
      names = "--with",
      paramLabel = "FRAMEWORK",
      completionCandidates = FrameworkNames.class,
      description = "Bring a framework's jars: ${COMPLETION-CANDIDATES}.")
  Optional<String> framework = Optional.empty();

  /// Manta's own jars, then the user's.
  public List<String> entries() {
    return Stream.concat(
            split(System.getProperty("java.class.path", "")),
            split(libraries).map(ShellClassPath::present))
        .toList();
  }

  /// What was given, as it is typed again in another directory.
  public List<String> options() {
    List<String> options = new ArrayList<>();
    framework.ifPresent(name -> options.addAll(List.of("--with", name)));
    List<String> own = split(libraries).map(ShellClassPath::present).toList();
    if (!own.isEmpty()) {
      options.addAll(List.of("-cp", String.join(File.pathSeparator, own)));
    }
    return options;
  }

  private static Stream<String> split(String path) {
    return Stream.of(path.split(File.pathSeparator, -1)).filter(entry -> !entry.isEmpty());
  }

  private static String present(String entry) {
    Path file = Path.of(entry).toAbsolutePath().normalize();
    if (!Files.exists(file)) {
      throw new IllegalArgumentException("no jar or directory of classes at " + entry);
    }
    return file.toString();
  }
}
