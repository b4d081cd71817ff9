package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.cli.shell.FrameworkNames;
import dev.manta.cli.shell.ShellClassPath;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/// The frameworks of the launcher's table are those that commands know.
class FrameworkTableTest {
  private static final Path SHELL =
      Sources.root().resolve("cli/src/main/resources/dev/manta/cli/shell");

  /// Brought for a benchmark only.
  private static final String OF_BENCHMARKS = "trees";

  /// PyTorch under another name.
  private static final String SECOND = "cuda";

  @TempDir Path home = Path.of("");

  private static List<String> names() throws Exception {
    Process process =
        new ProcessBuilder("bash", "-c", "home=$PWD; . tools/launch.sh; framework_names")
            .directory(Sources.root().toFile())
            .start();
    String printed = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).isZero();
    List<String> names = new ArrayList<>(List.of(printed.strip().split(" ")));
    assertThat(names.remove(OF_BENCHMARKS)).isTrue();
    return names;
  }

  @Test
  void helpNamesEachOfThem() throws Exception {
    assertThat(new FrameworkNames()).containsExactlyElementsOf(names());
    String listed = String.join(", ", names());
    String run = new Shell(home).manta("run", "--help").text();
    String shell = new CommandLine(new ShellClassPath()).getUsageMessage();
    for (String help : List.of(run, shell)) {
      assertThat(help.replaceAll("\\s+", " ")).contains("Bring a framework's jars: " + listed);
    }
  }

  @Test
  void aShellImportsWhatEachOfThemHas() throws Exception {
    List<String> always = packages(SHELL.resolve("start.jsh"));
    List<String> names = names();
    names.remove(SECOND);
    for (String name : names) {
      List<String> packages = packages(SHELL.resolve(name + ".jsh"));
      assertThat(packages).contains("dev.manta." + name);
      packages.addAll(always);
      Set<String> twice = typesOfTwoPackages(packages);
      twice.removeAll(typesOfTwoPackages(always));
      twice.removeAll(chosen(SHELL.resolve(name + ".jsh")));
      assertThat(twice).as(name).isEmpty();
    }
  }

  private static List<String> packages(Path imports) throws IOException {
    return new ArrayList<>(
        Files.readAllLines(imports).stream()
            .filter(line -> line.endsWith(".*;"))
            .map(line -> line.substring("import ".length(), line.length() - ".*;".length()))
            .toList());
  }

  /// The types that are meant where two packages have one of that name.
  private static List<String> chosen(Path imports) throws IOException {
    return Files.readAllLines(imports).stream()
        .map(line -> line.substring(line.lastIndexOf('.') + 1, line.length() - 1))
        .toList();
  }

  /// Whoever types one of these names would have to say which is meant.
  private static Set<String> typesOfTwoPackages(List<String> packages) throws IOException {
    Set<String> known = new HashSet<>();
    Set<String> twice = new TreeSet<>();
    for (Path source : Sources.main()) {
      String name = source.getFileName().toString().replace(".java", "");
      boolean isPublic = Files.readString(source).contains("\npublic ");
      if (isPublic && packages.contains(Sources.room(source)) && !known.add(name)) {
        twice.add(name);
      }
    }
    return twice;
  }

  @Test
  void aProjectCanBeOfEachOfThem() throws Exception {
    List<String> names = names();
    names.remove(SECOND);
    String directory = home.resolve("project").toString();
    Shell.Said said = new Shell(home).manta("new", "--with", "spam", directory);
    assertThat(said.text()).contains("there are: " + String.join(", ", names));
  }
}
