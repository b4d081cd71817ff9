package dev.manta.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.RunStatus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class DashboardCommandTest {
  @TempDir Path storage;

  /// A command that runs until it is interrupted.
  private static final class Running implements AutoCloseable {
    private final StringWriter out = new StringWriter();
    private final Thread thread;

    Running(String... args) {
      var text = new PrintWriter(out, true);
      thread = Thread.ofPlatform().start(() -> Main.run(text, text, args));
    }

    URI link() {
      while (thread.isAlive() && !out.toString().contains("\n")) {
        Thread.onSpinWait();
      }
      assertThat(out.toString()).startsWith("dashboard: http://127.0.0.1:");
      return URI.create(
          out.toString().lines().findFirst().orElseThrow().substring("dashboard: ".length()));
    }

    @Override
    public void close() {
      thread.interrupt();
      while (thread.isAlive()) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void theLinkThatIsPrintedOpensThePage() throws Exception {
    try (var running = new Running("dashboard", "--no-open", "--storage", storage.toString())) {
      HttpResponse<String> page =
          HttpClient.newBuilder()
              .followRedirects(HttpClient.Redirect.NORMAL)
              .build()
              .send(
                  HttpRequest.newBuilder(running.link()).build(),
                  HttpResponse.BodyHandlers.ofString());
      assertThat(page.body()).contains("<title>Manta</title>");
    }
  }

  @Test
  void theLinkOfARunLeadsToIt() throws Exception {
    new RunOnDisk(storage, "digits").state(RunStatus.FINISHED, 1, "every rank returned");
    String run = storage.resolve("digits").toString();
    try (var running = new Running("dashboard", "--no-open", run)) {
      assertThat(running.link().getFragment()).isEqualTo("/runs/digits");
    }
  }

  @Test
  void aRunThatIsNotThereIsNamed() throws IOException {
    Typed typed = Typed.manta("dashboard", "--no-open", "none", "--storage", storage.toString());
    assertThat(typed.exitCode()).isNotZero();
    assertThat(typed.err()).contains("no run \"none\"");
  }

  @Test
  void aPortThatIsNoneIsRefused() {
    Typed typed = Typed.manta("dashboard", "--no-open", "--port", "70000");
    assertThat(typed.err()).contains("a port is from 0 to 65535, not 70000");
  }
}
