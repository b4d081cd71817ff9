package dev.manta.internal.worker.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class JavaLoggingTest {
  private static LogRecord record(String message, Object... values) {
    var record = new LogRecord(Level.WARNING, message);
    record.setLoggerName("com.acme.Train");
    record.setInstant(Instant.parse("2026-01-02T03:04:05.678901Z"));
    record.setParameters(values);
    return record;
  }

  @Test
  void aRecordIsALineWithTimeLevelAndLogger() {
    assertThat(new LogLines().format(record("{0} of {1} rows are empty", 3, 1_000)))
        .isEqualTo(
            "2026-01-02T03:04:05.678Z WARNING com.acme.Train: 3 of 1,000 rows are empty"
                + System.lineSeparator());
  }

  @Test
  void levelsAreShownAsTheyAreAskedFor() {
    LogRecord failed = record("no rows");
    failed.setLevel(Level.SEVERE);
    assertThat(new LogLines().format(failed)).contains("Z ERROR com.acme");
    failed.setLevel(Level.FINE);
    assertThat(new LogLines().format(failed)).contains("Z DEBUG com.acme");
  }

  @Test
  void whatWasThrownFollowsWithItsStack() {
    LogRecord failed = record("no rows");
    failed.setThrown(new IllegalStateException("closed"));
    assertThat(new LogLines().format(failed).lines())
        .startsWith(
            "2026-01-02T03:04:05.678Z WARNING com.acme.Train: no rows",
            "java.lang.IllegalStateException: closed")
        .anyMatch(line -> line.contains("JavaLoggingTest.whatWasThrown"));
  }

  @Test
  void aRecordAsJsonSaysWhichRankMadeItAtWhichStep() {
    LogRecord failed = record("no \"rows\"");
    failed.setThrown(new IllegalStateException("closed"));
    new LogPlace("digits", 3, () -> 12).enter();
    String line = new JsonLogLines().format(failed);
    assertThat(line)
        .startsWith(
            "{\"time\":\"2026-01-02T03:04:05.678Z\",\"level\":\"WARNING\",\"logger\":\"com.acme.Train\",\"run\":\"digits\",\"rank\":3,\"step\":12,\"message\":\"no \\\"rows\\\"\",\"thrown\":\"java.lang.IllegalStateException: closed")
        .endsWith("}" + System.lineSeparator());
    assertThat(line.lines()).hasSize(1);
  }

  private static String configuration(System.Logger.Level least) {
    return JavaLogging.configuration(least, LogLines.class);
  }

  @Test
  void levelsAreSetAsJavaLoggingNamesThem() {
    assertThat(configuration(System.Logger.Level.DEBUG)).contains("\n.level=FINE\n");
    assertThat(configuration(System.Logger.Level.ERROR)).contains("\n.level=SEVERE\n");
    for (System.Logger.Level level : System.Logger.Level.values()) {
      String line = configuration(level).lines().toList().get(1);
      assertThat(Level.parse(line.substring(".level=".length())).intValue())
          .isEqualTo(level.getSeverity());
    }
  }
}
