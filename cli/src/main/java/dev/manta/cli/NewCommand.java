package dev.manta.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta new`
@Command(
    name = "new",
    description = "Write a small Maven project that trains with Manta.",
    footer = {
      "",
      "Manta's own jars are copied into Maven's local repository, where the project finds them."
    })
final class NewCommand implements Callable<Integer> {
  @Parameters(paramLabel = "DIR", description = "The directory to make.")
  Path directory = Path.of("");

  @Option(
      names = "--with",
      paramLabel = "FRAMEWORK",
      description =
          "What it trains with: torch, xgboost, lightgbm, tensorflow or djl (default: plain Java).")
  Optional<String> framework = Optional.empty();

  @Option(
      names = "--repository",
      paramLabel = "PATH",
      description = "Maven's local repository (default: as Maven's settings say).")
  Optional<Path> repository = Optional.empty();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() throws IOException {
    requireEmpty();
    Kit kit = Kit.of(framework);
    List<PublishedModule> modules = modules(kit);
    var project = new NewProject(name(), Version.ofManta(), command(), kit);
    project.writeTo(directory);
    var maven = repository.map(MavenRepository::new).orElseGet(MavenRepository::ofUser);
    for (PublishedModule module : modules) {
      maven.install(module, project.version());
    }
    sayNext(kit, spec.commandLine().getOut());
    return ExitCode.OK;
  }

  private static List<PublishedModule> modules(Kit kit) throws IOException {
    List<PublishedModule> modules = PublishedModule.ofThisProcess();
    if (modules.stream().noneMatch(module -> module.artifact().equals(kit.artifact()))) {
      throw new IllegalStateException(
          kit.artifact() + " is not here as a jar; start this command with ./manta");
    }
    return modules;
  }

  private void requireEmpty() throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    if (!Files.isDirectory(directory)) {
      throw new IllegalArgumentException(directory + " is a file; give another name");
    }
    try (Stream<Path> files = Files.list(directory)) {
      if (files.findAny().isPresent()) {
        throw new IllegalArgumentException(directory + " is not empty; give another name");
      }
    }
  }

  /// The directory's name, as Maven allows names.
  private String name() {
    String last = String.valueOf(directory.toAbsolutePath().normalize().getFileName());
    return last.replaceAll("[^A-Za-z0-9_.-]", "-");
  }

  private static String command() {
    String typed = System.getProperty("manta.command", "manta");
    return typed.contains("/") ? Path.of(typed).toAbsolutePath().normalize().toString() : typed;
  }

  private void sayNext(Kit kit, PrintWriter out) {
    out.println("made " + directory + "; next:");
    out.println("  cd " + directory);
    out.println("  mvn package");
    out.println("  " + command() + " " + kit.run() + " target/" + name() + ".jar");
  }
}
