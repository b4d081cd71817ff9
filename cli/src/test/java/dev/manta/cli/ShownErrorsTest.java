package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a terminal shows of mistakes that people make on their first day, all of it, as golden
/// files; `-Dmanta.golden=write` writes them again.
final class ShownErrorsTest {
  private static final String ERRORS = "cli/src/test/resources/dev/manta/cli/errors";
  private static final Path GOLDEN = Path.of(System.getProperty("manta.home", ".."), ERRORS);

  private static final List<String> CHANGED =
      List.of("java.class.path", "manta.cache", "user.home", "manta.typed", "manta.debug");

  @TempDir static Path programs;

  @TempDir Path directory;
  private final PrintStream out = System.out;
  private final PrintStream err = System.err;
  private final ClassLoader loader = Thread.currentThread().getContextClassLoader();
  private final List<String> before = CHANGED.stream().map(System::getProperty).toList();

  @BeforeAll
  static void write() throws IOException {
    try (InputStream in = ShownErrorsTest.class.getResourceAsStream("errors/Stranger.java")) {
      Files.copy(Objects.requireNonNull(in), programs.resolve("Stranger.java"));
    }
  }

  @BeforeEach
  void prepare() {
    System.setProperty("manta.cache", programs.resolve("cache").toString());
    System.setProperty("user.home", directory.resolve("home").toString());
  }

  @AfterEach
  void restore() {
    System.setOut(out);
    System.setErr(err);
    Thread.currentThread().setContextClassLoader(loader);
    System.getProperties().keySet().removeIf(key -> key.toString().startsWith("manta.run."));
    for (int i = 0; i < CHANGED.size(); i++) {
      if (before.get(i) == null) {
        System.clearProperty(CHANGED.get(i));
      } else {
        System.setProperty(CHANGED.get(i), before.get(i));
      }
    }
  }

  /// What a command writes to its terminal.
  private String shown(int status, String... words) {
    var written = new ByteArrayOutputStream();
    var terminal = new PrintStream(written, true, StandardCharsets.UTF_8);
    System.setOut(terminal);
    System.setErr(terminal);
    System.setProperty("java.class.path", String.valueOf(before.getFirst()));
    var writer = new PrintWriter(terminal, true, StandardCharsets.UTF_8);
    int code = Main.run(writer, writer, words);
    String all = written.toString(StandardCharsets.UTF_8);
    assertThat(code).as(all).isEqualTo(status);
    return all;
  }

  private String program(int status, String mistake, String... more) {
    List<String> words = new ArrayList<>(List.of("run", programs.resolve("Stranger.java") + ""));
    words.addAll(List.of(mistake, directory.resolve("runs").toString()));
    words.addAll(List.of(more));
    return shown(status, words.toArray(String[]::new));
  }

  /// Without what differs from machine to machine, and from run to run: which of its states and
  /// reports a run shows depends on how long it is in them.
  private String plain(String shown) {
    return shown
        .lines()
        .filter(line -> !line.startsWith("mine: "))
        .map(line -> line.replace(directory.toString(), "DIRECTORY"))
        .map(line -> line.replace(programs.toString(), "PROGRAMS"))
        .map(line -> line.replace(Path.of("").toAbsolutePath().toString(), "STARTED"))
        .map(line -> line.replaceAll("(w\\d+) on [^)\\s]+", "$1 on HOST"))
        .map(line -> line.replaceAll("(after|in) [0-9.]+ m?s", "$1 TIME"))
        .map(line -> line.replaceAll("(dev.manta:manta-\\w+)(:\\d[\\w.-]*)?", "$1:VERSION"))
        .map(line -> line.replaceAll("(\\w+\\.java):\\d+", "$1:LINE"))
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private void isGolden(String name, String shown) throws IOException {
    Path file = GOLDEN.resolve(name + ".txt");
    if (System.getProperty("manta.golden", "").equals("write")) {
      Files.writeString(file, plain(shown));
    }
    assertThat(plain(shown)).isEqualTo(Files.readString(file));
  }

  @Test
  void aClassThatIsNotThere() throws IOException {
    isGolden("class", program(1, "class"));
    isGolden("class-typed", shown(2, "run", "--loop", "com.acme.Train::train"));
  }

  @Test
  void aMethodThatIsNotThere() throws IOException {
    isGolden("method", program(1, "method"));
    String file = programs.resolve("Stranger.java").toString();
    isGolden("method-typed", shown(2, "run", "--loop", "Stranger::trian", file));
    isGolden("parameters", program(1, "parameters"));
  }

  @Test
  void aMissingStatic() throws IOException {
    isGolden("not-static", program(1, "not-static"));
    String text = Files.readString(programs.resolve("Stranger.java"));
    Path file = directory.resolve("Stranger.java");
    Files.writeString(file, text.replace("static void train(", "void train("));
    isGolden("not-static-compiled", shown(2, "run", file.toString(), "", ""));
  }

  @Test
  void anExceptionInTheTrainingFunction() throws IOException {
    isGolden("throws", program(1, "throws"));
  }

  @Test
  void stateThatIsRegisteredTwice() throws IOException {
    isGolden("twice", program(1, "twice"));
  }

  @Test
  void aSnapshotOfNothing() throws IOException {
    isGolden("nothing-live", program(1, "nothing-live"));
  }

  @Test
  void aRoutineResume() throws IOException {
    program(1, "learn", "3");
    String resumed = program(1, "learn", "3");
    isGolden("resume", resumed);
    assertThat(resumed).doesNotContain("warning");
  }

  @Test
  void stateOfAnotherSizeThanWasSaved() throws IOException {
    program(1, "learn", "3");
    isGolden("other-size", program(1, "learn", "4"));
  }

  @Test
  void aRelativePathThatDoesNotExist() throws IOException {
    isGolden("relative", program(1, "relative"));
  }

  @Test
  void aDatasetThatTheTrainerWasNotGiven() throws IOException {
    isGolden("unknown-dataset", program(1, "unknown-dataset"));
  }

  @Test
  void metricsThatNobodyReports() throws IOException {
    isGolden("typos", program(0, "typos"));
  }

  @Test
  void aMetricThatIsNotANumber() throws IOException {
    isGolden("nan", program(0, "nan"));
  }

  @Test
  void anotherProgramsRunUnderThatName() throws IOException {
    program(1, "throws");
    isGolden("other-program", program(1, "other"));
  }

  @Test
  void aConfigWithANull() throws IOException {
    isGolden("null", program(1, "null"));
  }

  @Test
  void aFormatWhoseModuleIsMissing() throws IOException {
    assumeThat(getClass().getResource("/dev/manta/formats/parquet/ParquetSource.class")).isNull();
    isGolden("format", program(1, "format"));
    isGolden("module", program(1, "module"));
  }

  @Test
  void storageInTheMemoryOfTheDriver() throws IOException {
    String file = programs.resolve("Stranger.java").toString();
    isGolden("memory", shown(1, "run", file, "memory", "mem:runs"));
  }

  @Test
  void storageThatIsFullForAWhile() throws IOException {
    String file = programs.resolve("Stranger.java").toString();
    String full = FullDisk.location(directory.resolve("runs"));
    isGolden("storage-is-full", shown(0, "run", file, "learn", full));
  }

  @Test
  void storageThatIsAFile() throws IOException {
    Files.createFile(directory.resolve("runs"));
    isGolden("storage-is-a-file", program(1, "learn"));
  }
}
