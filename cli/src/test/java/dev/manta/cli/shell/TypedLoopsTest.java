package dev.manta.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.train.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Loops that are typed into a shell train in worker processes.
@Timeout(120)
class TypedLoopsTest {
  @TempDir Path storage;

  private TypedShell shell;

  @BeforeEach
  void open() throws IOException {
    shell = new TypedShell();
    shell.type("record Config(double rate, int steps) {}");
    shell.type("double worse(double loss, double rate) { return loss * (1 - rate); }");
    shell.type(
        """
        void train(TrainContext<Config> ctx) {
          double loss = 1;
          for (int step = 0; step < ctx.config().steps(); step++) {
            loss = worse(loss, ctx.config().rate());
            ctx.report(Metrics.of("loss", loss, "pid", ProcessHandle.current().pid()));
          }
        }
        """);
  }

  @AfterEach
  void close() {
    shell.close();
  }

  private String fit(String function, String more) {
    return "Trainer.of(%s, new Config(0.5, 2)).scaling(ScalingConfig.%s).run(RunConfig.named(\"typed\").storage(\"%s\").quiet()).fit()"
        .formatted(function, more, storage);
  }

  @Test
  void aLambdaFindsWhatWasTypedBeforeInTheWorker() {
    shell.type("var result = " + fit("ctx -> train(ctx)", "workers(2)") + ";");

    assertThat(shell.type("result.metrics().number(\"loss\")")).isEqualTo("0.25");
    assertThat(shell.type("(long) result.metrics().number(\"pid\")"))
        .isNotEqualTo(String.valueOf(ProcessHandle.current().pid()));
  }

  @Test
  void aClassThatIsChangedTrainsAsItIsNow() {
    String loop =
        "class Digits { static void train(TrainContext<Config> ctx) { ctx.report(Metrics.of(\"version\", %s)); } }";
    shell.type(loop.formatted(1));
    assertThat(shell.type(version())).isEqualTo("1.0");
    shell.type(loop.formatted(2));
    assertThat(shell.type(version())).isEqualTo("2.0");
  }

  private String version() {
    return fit("Digits::train", "workers(1)") + ".metrics().number(\"version\")";
  }

  @Test
  void aVariableOfTheShellIsRefusedByNameBeforeAWorkerStarts() {
    shell.type("double best = 7;");
    shell.type("double score() { return best; }");

    assertThat(shell.failure(fit("ctx -> ctx.report(Metrics.of(\"loss\", score()))", "workers(1)")))
        .contains(
            "the training function uses variables of this session that workers do not have: best",
            "put them into the config");
    assertThat(storage).isEmptyDirectory();
  }

  @Test
  void aVariableInAValidationIsRefusedToo() {
    shell.type("double best = 7;");

    assertThat(shell.failure(with("validation(ValidationConfig.of(_ -> Metrics.of(\"x\", best)))")))
        .contains("the validation function uses variables of this session", "best");
    assertThat(storage).isEmptyDirectory();
  }

  @Test
  void aVariableInAnObjectThatRowsGoThroughIsRefusedToo() {
    shell.type("double best = 7;");
    shell.type(
        "record Best() implements Functions.RowMap { public Row apply(Row row) { return best > 0 ? row : null; } }");

    assertThat(shell.failure(with("dataset(\"train\", Dataset.range(4).map(new Best()))")))
        .contains("the function of the dataset uses variables of this session", "best");
  }

  private String with(String more) {
    return fit("ctx -> train(ctx)", "workers(1)").replace(").fit()", ")." + more + ".fit()");
  }

  @Test
  void threadsOfTheShellHaveItsVariables() {
    shell.type("double best = 7;");
    shell.type(
        "var result = "
            + fit("ctx -> ctx.report(Metrics.of(\"loss\", best))", "inProcess(1)")
            + ";");

    assertThat(shell.type("result.metrics().number(\"loss\")")).isEqualTo("7.0");
  }

  @Test
  void anInterruptStopsTheRunWithACheckpoint() throws Exception {
    shell.type(
        """
        void endless(TrainContext<Config> ctx) {
          float[] weights = {0};
          ctx.live("weights", weights);
          for (int epoch : ctx.epochs(1_000_000)) {
            weights[0]++;
            ctx.report(Metrics.of("weight", weights[0]), ctx.snapshot());
          }
        }
        """);
    var stopped =
        CompletableFuture.supplyAsync(
            () -> shell.type(fit("ctx -> endless(ctx)", "workers(1)") + ".status()"),
            work -> Thread.ofPlatform().start(work));
    while (!hasCheckpoint() && !stopped.isDone()) {
      Thread.sleep(10);
    }
    shell.interrupt();

    assertThat(stopped.get(4, TimeUnit.MINUTES)).isEqualTo(RunStatus.STOPPED.name());
    assertThat(Result.fromPath(storage.resolve("typed").toString()).latestCheckpoint()).isPresent();
    assertThat(shell.type("1 + 1")).isEqualTo("2");
  }

  /// Nothing else is looked at: files come and go beside the checkpoints.
  private boolean hasCheckpoint() {
    try (Stream<Path> names = Files.list(storage.resolve("typed/checkpoints"))) {
      return names.findAny().isPresent();
    } catch (IOException notYet) {
      return false;
    }
  }

  @Test
  void anInterruptEndsOtherCode() throws Exception {
    Path begun = storage.resolve("begun");
    String code =
        "{ java.nio.file.Files.createFile(java.nio.file.Path.of(\"%s\")); while (true) { } }"
            .formatted(begun);
    var ended =
        CompletableFuture.supplyAsync(
            () -> shell.type(code), work -> Thread.ofPlatform().start(work));
    while (!Files.exists(begun) && !ended.isDone()) {
      Thread.sleep(10);
    }
    shell.interrupt();

    assertThat(ended.get(1, TimeUnit.MINUTES)).isEmpty();
    assertThat(shell.type("1 + 1")).isEqualTo("2");
  }

  @Test
  void classesForWorkersAreThoseOfTheCompilerAndGoWithTheShell() throws Exception {
    Path classes =
        Path.of(
            shell
                .type(
                    "java.nio.file.Path.of(new Config(1, 1).getClass().getProtectionDomain().getCodeSource().getLocation().toURI()).toString()")
                .replace("\"", ""));
    try (Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(
                new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1))
            .doesNotContain("$Cancel$");
      }
    }
    shell.close();
    assertThat(classes).doesNotExist();
  }
}
