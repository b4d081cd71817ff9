package dev.manta.it.notebook;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.Result;
import dev.manta.spi.json.JsonObject;
import dev.manta.train.RunStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What a notebook can ask of the kernel.
@Timeout(120)
class KernelTest {
  @TempDir static Path home;

  private static RunningKernel kernel;

  @BeforeAll
  static void start() throws IOException {
    kernel = RunningKernel.start(home);
  }

  @AfterAll
  static void end() throws InterruptedException {
    try (RunningKernel ending = kernel) {
      assertThat(ending.shutDown()).isZero();
    }
  }

  @Test
  void aCellPrintsAndHasAValue() {
    Cell cell = kernel.run("System.out.println(\"hello\"); 6 * 7");
    assertThat(cell.status()).as(cell.error()).isEqualTo("ok");
    assertThat(cell.printed()).isEqualTo("hello\n");
    assertThat(cell.value()).contains("42");
  }

  @Test
  void aCellThatFailsSaysWhyAndThoseBehindItAreNotRun() {
    String first = kernel.begin("int wrong = \"text\";");
    String second = kernel.begin("System.setProperty(\"ran\", \"yes\")");
    Cell failed = kernel.await(first);
    assertThat(failed.status()).isEqualTo("error");
    assertThat(failed.error()).contains("incompatible types");
    assertThat(kernel.await(second).status()).isEqualTo("aborted");
    assertThat(kernel.run("System.getProperty(\"ran\", \"no\")").value()).contains("\"no\"");
  }

  @Test
  void anInterruptStopsARunWithACheckpointAndTheKernelContinues() {
    Cell declared =
        kernel.run(
            """
            void endless(TrainContext<String> ctx) {
              float[] weights = {0};
              ctx.live("weights", weights);
              for (int epoch : ctx.epochs(1_000_000)) {
                weights[0]++;
                ctx.report(Metrics.of("weight", weights[0]), ctx.snapshot());
              }
            }
            """);
    assertThat(declared.status()).as(declared.error()).isEqualTo("ok");
    String asked =
        kernel.begin(
            "Trainer.of(ctx -> endless(ctx), \"\").run(RunConfig.named(\"endless\").storage(\"%s\").tracker(chart())).fit().status()"
                .formatted(home));
    kernel.awaitNews(asked, message -> message.type().equals("update_display_data"));
    kernel.interrupt();
    Cell stopped = kernel.await(asked);

    assertThat(stopped.value()).as(stopped.error()).contains(RunStatus.STOPPED.name());
    assertThat(stopped.shown("image/svg+xml").getLast()).contains(">weight</text>", "<polyline");
    Result result = Result.fromPath(home.resolve("endless").toString());
    assertThat(result.latestCheckpoint()).isPresent();
    assertThat(kernel.run("1 + 1").value()).contains("2");
  }

  @Test
  void anInterruptEndsOtherCodeAndAnIdleKernelDoesNotMindOne() {
    kernel.interrupt();
    String asked = kernel.begin("{ System.out.println(\"begun\"); while (true) { } }");
    kernel.awaitNews(asked, message -> message.type().equals("stream"));
    kernel.interrupt();
    assertThat(kernel.await(asked).status()).isEqualTo("error");
    assertThat(kernel.run("2 + 2").value()).contains("4");
  }

  @Test
  void aCellThatTheCompilerHasNotTheStackForFailsAndTheKernelContinues() {
    int depth = 20_000;
    Cell deep = kernel.run("int deep = " + "(".repeat(depth) + 1 + ")".repeat(depth) + ";");
    assertThat(deep.status()).isEqualTo("error");
    assertThat(deep.error()).contains("StackOverflowError");
    assertThat(kernel.run("4 + 4").value()).contains("8");
  }

  @Test
  void aRequestWithoutCodeIsAnsweredWithAnError() {
    Cell cell = kernel.await(kernel.begin(JsonObject.EMPTY));
    assertThat(cell.status()).isEqualTo("error");
    assertThat(cell.error()).contains("the kernel could not run this cell", "code");
    assertThat(kernel.run("5 + 5").value()).contains("10");
  }

  @Test
  void aCellThatPrintsManyLinesLosesNone() {
    Cell cell = kernel.run("for (int i = 0; i < 200_000; i++) { System.out.println(i); }\n7 * 7");
    assertThat(cell.value()).contains("49");
    String all = IntStream.range(0, 200_000).mapToObj(i -> i + "\n").collect(joining());
    assertThat(cell.printed().equals(all)).isTrue();
  }

  @Test
  void printedTextAndWhatIsShownKeepTheirOrder() {
    Cell cell =
        kernel.run(
            "System.out.println(1); System.err.println(2); html(\"3\"); System.out.println(4);");
    assertThat(cell.heard().stream().map(RunningKernel.Heard::type))
        .containsSubsequence("stream", "stream", "display_data", "stream");
    assertThat(cell.printed()).isEqualTo("1\n2\n4\n");
  }

  @Test
  void namesAreCompletedAndHtmlIsShown() {
    JsonObject found =
        kernel.ask(
            "complete_request",
            JsonObject.builder().put("code", "Metrics.em").put("cursor_pos", 10).build());
    assertThat(found.get("matches").text()).contains("empty()");
    assertThat(kernel.run("html(\"<b>bold</b>\");").shown("text/html"))
        .containsExactly("<b>bold</b>");
  }

  @Test
  void whoHasNotTheKeyIsNotHeard() {
    kernel.sendUnsigned("shutdown_request");
    assertThat(kernel.beat("there?")).isEqualTo("there?");
    assertThat(kernel.run("3 + 3").value()).contains("6");
  }
}
