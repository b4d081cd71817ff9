package dev.manta.dashboard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.Result;
import dev.manta.Trainer;
import dev.manta.train.Metrics;
import dev.manta.train.RunConfig;
import dev.manta.train.ScalingConfig;
import dev.manta.train.TrainContext;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class RunDashboardTest {
  private static final ByteArrayOutputStream PRINTED = new ByteArrayOutputStream();
  private static final Pattern LINK = Pattern.compile("dashboard: (\\S+)\\s");

  record Config(int steps) {}

  /// Opens the page of the run that it is part of.
  static void train(TrainContext<Config> ctx) {
    Optional<String> link = link();
    while (link.isEmpty()) {
      Thread.onSpinWait();
      link = link();
    }
    ctx.report(Metrics.of("status", status(link.get())));
  }

  private static Optional<String> link() {
    return LINK.matcher(PRINTED.toString(StandardCharsets.UTF_8))
        .results()
        .map((MatchResult found) -> found.group(1))
        .findFirst();
  }

  private static int status(String link) {
    try (HttpClient client = HttpClient.newHttpClient()) {
      HttpRequest request = HttpRequest.newBuilder(URI.create(link)).build();
      return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRunThatIsToldSoHasADashboardUntilItEnds(@TempDir Path storage) {
    PrintStream before = System.out;
    System.setOut(new PrintStream(PRINTED, true, StandardCharsets.UTF_8));
    try {
      Result result =
          Trainer.of(RunDashboardTest::train, new Config(1))
              .scaling(ScalingConfig.inProcess(1))
              .run(RunConfig.named("shown").storage(storage.toString()).dashboard().quiet())
              .fit();
      assertThat(result.metrics().number("status")).isEqualTo(303);
    } finally {
      System.setOut(before);
    }
    String link = link().orElseThrow();
    assertThat(link).contains("/?token=").endsWith("#/runs/shown");
    assertThatThrownBy(() -> status(link)).hasCauseInstanceOf(ConnectException.class);
  }
}
