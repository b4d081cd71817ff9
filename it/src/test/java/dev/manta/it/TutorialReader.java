package dev.manta.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.it.TutorialPage.Create;
import dev.manta.it.TutorialPage.Enter;
import dev.manta.it.TutorialPage.Interrupt;
import dev.manta.it.TutorialPage.KeepRunning;
import dev.manta.it.TutorialPage.Python;
import dev.manta.it.TutorialPage.See;
import dev.manta.it.TutorialPage.TypeAndInterrupt;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Somebody with a new home and a clone who does what a page says, and sees what it shows.
///
/// The clone's `./manta` is this build's. In what a page shows, `…` stands for anything in a line,
/// and lines may be left out. In a command `PID` stands for the last process id that was printed.
final class TutorialReader implements AutoCloseable {
  private static final List<String> SOURCES =
      List.of(
          "examples",
          "examples-torch",
          "examples-xgboost",
          "examples-lightgbm",
          "examples-tensorflow",
          "examples-djl");
  private static final int STOPPED = 130;
  private static final Pattern PROCESS = Pattern.compile("pid (\\d+)");

  private final Path home;
  private final Path clone;
  private String printed = "";
  private Optional<Shell.Typed> firstTerminal = Optional.empty();

  TutorialReader(Path home) throws IOException {
    this.home = home;
    this.clone = Files.createDirectories(home.resolve("manta"));
    for (String directory : SOURCES) {
      Files.createSymbolicLink(clone.resolve(directory), Sources.root().resolve(directory));
    }
  }

  /// What `./manta` comes to when everything is built.
  private void writeLauncher(Optional<Path> framework) throws IOException {
    List<String> words =
        new ArrayList<>(framework.isPresent() ? JavaCommand.words() : JavaCommand.manta());
    words.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Duser.home=" + home));
    words.addAll(List.of("-Dmanta.home=" + Sources.root(), "-Dmanta.command=./manta"));
    words.addAll(framework.isPresent() ? main(framework.get()) : JavaCommand.mantaMain());
    String text =
        words.stream()
            .map(word -> "'" + word + "'")
            .collect(Collectors.joining(" ", "#!/bin/bash\nexec ", " \"$@\"\n"));
    Path launcher = Files.writeString(clone.resolve("manta"), text);
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  /// With the jars of one framework, as the launcher has them.
  private static List<String> main(Path examples) throws IOException {
    String jars = Files.readString(examples.resolve("target/class-path")).strip();
    String classes = examples.resolve("target/classes").toString();
    return List.of("-cp", classes + File.pathSeparator + jars, "dev.manta.cli.Main");
  }

  /// The module with the programs of the framework that a page is about, where it has its own jars.
  private static Optional<Path> examples(String page) {
    String name = page.replaceFirst(".*/", "").replaceFirst("[.]md$", "");
    return Optional.of(Sources.root().resolve("examples-" + name)).filter(Files::isDirectory);
  }

  /// Does all that a page says.
  void follow(String page) throws Exception {
    writeLauncher(examples(page));
    for (TutorialPage.Step step : TutorialPage.read(page).steps()) {
      take(step);
    }
    assertThat(firstTerminal).as(page + " leaves a command running").isEmpty();
  }

  /// What the last commands printed.
  String printed() {
    return printed;
  }

  private void take(TutorialPage.Step step) throws Exception {
    switch (step) {
      case Create(String file, String code) -> Files.writeString(clone.resolve(file), code);
      case Enter(List<String> lines) -> type(lines);
      case TypeAndInterrupt(String line, String after) -> typeAndInterrupt(line, after);
      case KeepRunning(String line) -> firstTerminal = Optional.of(start(line));
      case Interrupt() -> interrupt();
      case See(String shown, boolean first) -> see(shown, first);
      case Python(String code) -> printed = python(code);
    }
  }

  /// Where the Python of the peers is not there, its part of the page is left out.
  private String python(String code) {
    String here = "import os; os.environ[\"HOME\"] = \"%s\"\n".formatted(home);
    return dev.manta.testkit.python.Python.run(here + code);
  }

  private void type(List<String> lines) throws Exception {
    var all = new StringBuilder();
    for (String line : lines) {
      Shell.Said said = start(line).end();
      assertThat(said.status()).as(line + "\n" + said.text()).isZero();
      all.append(said.text());
    }
    printed = all.toString();
  }

  private void typeAndInterrupt(String line, String after) throws Exception {
    firstTerminal = Optional.of(start(line));
    firstTerminal.get().awaitText(after, 1);
    interrupt();
  }

  private void interrupt() throws Exception {
    Shell.Typed typed = firstTerminal.orElseThrow();
    typed.interrupt();
    Shell.Said said = typed.end();
    firstTerminal = Optional.empty();
    assertThat(said.status()).as(said.text()).isEqualTo(STOPPED);
    printed = said.text();
  }

  private void see(String shown, boolean first) throws Exception {
    if (first) {
      Shell.Typed typed = firstTerminal.orElseThrow();
      typed.await(text -> missing(shown, text).isEmpty(), shown);
    } else {
      assertThat(missing(shown, printed)).as("shown by the page, not in:\n" + printed).isEmpty();
    }
  }

  /// The first of these lines that is not there, after those before it; one printed line may be
  /// shown as several.
  private static Optional<String> missing(String shown, String printed) {
    Deque<String> expected = new ArrayDeque<>(shown.lines().toList());
    for (String line : printed.lines().toList()) {
      while (!expected.isEmpty() && line.matches(pattern(expected.getFirst()))) {
        expected.removeFirst();
      }
    }
    return Optional.ofNullable(expected.peekFirst());
  }

  private static String pattern(String line) {
    return Arrays.stream(line.split("…", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
  }

  private Shell.Typed start(String line) throws IOException {
    Path out = Files.createTempFile(home, "out", ".txt");
    // A single command takes the place of its shell, which Ctrl-C therefore reaches.
    var builder = new ProcessBuilder("bash", "-c", line.replace("PID", lastProcess()));
    builder.environment().put("HOME", home.toString());
    return new Shell.Typed(
        builder
            .directory(clone.toFile())
            .redirectErrorStream(true)
            .redirectOutput(out.toFile())
            .start(),
        out);
  }

  private String lastProcess() {
    Matcher process = PROCESS.matcher(printed);
    return process.results().reduce((_, last) -> last).map(last -> last.group(1)).orElse("PID");
  }

  /// Nothing that cleans up may follow the links.
  @Override
  public void close() throws IOException {
    firstTerminal.ifPresent(typed -> typed.process().destroyForcibly());
    for (String directory : SOURCES) {
      Files.delete(clone.resolve(directory));
    }
  }
}
