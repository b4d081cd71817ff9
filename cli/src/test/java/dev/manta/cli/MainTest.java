package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.spi.json.Json;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.ParseResult;

final class MainTest {
  @Test
  void withoutACommandHelpIsShown() {
    Typed typed = Typed.manta();

    assertThat(typed.exitCode()).isEqualTo(0);
    assertThat(typed.out()).contains("Usage: manta", "version", "completion");
  }

  @Test
  void anUnknownCommandIsAUsageErrorOfOneLineThatNamesTheNearest() {
    Typed typed = Typed.manta("verson");

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err())
        .isEqualTo("manta: no command \"verson\", did you mean version?; see manta --help\n");
  }

  @Test
  void anUnknownOptionIsAUsageErrorThatNamesTheCommand() {
    Typed typed = Typed.manta("version", "--yaml");

    assertThat(typed.exitCode()).isEqualTo(2);
    assertThat(typed.err())
        .isEqualTo("manta: unknown option: '--yaml'; see manta version --help\n");
  }

  @Test
  void everyCommandHasHelp() {
    for (String name : Commands.all().getSubcommands().keySet()) {
      Typed typed = Typed.manta(name, "--help");

      assertThat(typed.exitCode()).isEqualTo(0);
      assertThat(typed.out()).startsWith("Usage: manta " + name).contains("Show this help.");
    }
  }

  @Test
  void theVersionCanBeReadByAMachine() {
    Typed typed = Typed.manta("version", "--json");

    assertThat(Json.parse(typed.out().strip()).asObject().get("cores").asInt())
        .isEqualTo(Runtime.getRuntime().availableProcessors());
  }

  @Test
  void theCompletionScriptKnowsTheCommands() {
    assertThat(Typed.manta("completion").out()).contains("complete -F", "version");
  }

  @Test
  void theCompletionScriptOfARealProcessIsWhole(@TempDir Path directory) throws Exception {
    Path script = directory.resolve("completion.bash");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath = System.getProperty("java.class.path");

    assertThat(status(script, java, "-cp", classPath, Main.class.getName(), "completion")).isZero();
    assertThat(Files.readString(script)).isEqualTo(Typed.manta("completion").out());
    assertThat(status(directory.resolve("said"), "bash", "-n", script.toString())).isZero();
  }

  private static int status(Path out, String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectOutput(out.toFile()).start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    return process.exitValue();
  }

  @Test
  void whatMantaRefusesIsALineAndItsOwnDefectsAreShownInFull() {
    assertThat(shown(new IllegalArgumentException("no such thing")))
        .isEqualTo("manta: no such thing\n    at app.Train.main(Train.java:7)\n");
    assertThat(shown(new NullPointerException("no such thing")))
        .startsWith("java.lang.NullPointerException: no such thing\n")
        .contains("at dev.manta.data.Dataset.csv(Dataset.java:70)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Trainer",
        "xgboost.XGBoostTrainer",
        "lightgbm.internal.library.ParameterNames",
        "tabular.TableTrainer",
        "tensorflow.Tensorflow",
        "djl.DjlTrainer",
        "torch.Torch",
        "tune.Tuner",
        "python.PythonTrainer",
        "notyet.Thing"
      })
  void whatAnyModuleRefusesIsALineWithThePlaceInTheProgram(String type) {
    var refused = new IllegalArgumentException("no such parameter");
    String shown =
        shown(
            refused,
            new StackTraceElement("dev.manta." + type, "of", "Some.java", 70),
            new StackTraceElement("java.util.HashMap", "forEach", "HashMap.java", 1400));
    assertThat(shown).isEqualTo("manta: no such parameter\n    at app.Train.main(Train.java:7)\n");
  }

  @Test
  void whatAnExampleRefusesIsShownAsAnyProgramsIs() {
    var refused = new IllegalArgumentException("no such file");
    var frame = new StackTraceElement("dev.manta.examples.Digits", "main", "Digits.java", 7);
    assertThat(shown(refused, frame)).startsWith("java.lang.IllegalArgumentException: no such");
  }

  private static String shown(RuntimeException thrown) {
    return shown(
        thrown, new StackTraceElement("dev.manta.data.Dataset", "csv", "Dataset.java", 70));
  }

  private static String shown(RuntimeException thrown, StackTraceElement... frames) {
    var program = new StackTraceElement("app.Train", "main", "Train.java", 7);
    thrown.setStackTrace(
        Stream.concat(Stream.of(frames), Stream.of(program)).toArray(StackTraceElement[]::new));
    var err = new StringWriter();
    CommandLine command = Commands.parserFor().setErr(new PrintWriter(err, true));
    ParseResult nothing = command.parseArgs();
    new ErrorLine().handleExecutionException(new ProgramFailed(thrown), command, nothing);
    return err.toString();
  }
}
