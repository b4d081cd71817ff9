package dev.manta.train.tracker;

import static dev.manta.train.tracker.TrackedRuns.fresh;
import static dev.manta.train.tracker.TrackedRuns.loss;
import static dev.manta.train.tracker.TrackedRuns.report;
import static dev.manta.train.tracker.TrackedRuns.resumed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.train.Metrics;
import dev.manta.train.Report;
import dev.manta.train.TrackedRun;
import dev.manta.train.Tracker;
import dev.manta.train.logged.LoggedText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TextFilesTest {
  @TempDir Path directory = Path.of("");

  private static void track(Tracker tracker, TrackedRun run, Report... reports) throws Exception {
    try (Tracker.Tracking tracking = tracker.open(run)) {
      List.of(reports).forEach(tracking::report);
    }
  }

  private List<String> lines(String file) throws IOException {
    return Files.readAllLines(directory.resolve(file));
  }

  private void tear(String file, String half) throws IOException {
    Files.writeString(directory.resolve(file), half, StandardOpenOption.APPEND);
  }

  @Test
  void aStepIsALineOfCsv() throws Exception {
    track(CsvFile.inRunDirectory(), fresh(directory), loss(1, 1), loss(1, 2));
    assertThat(lines("reports.csv"))
        .containsExactly(
            "attempt,step,at,loss", "1,1,1970-01-01T00:16:41Z,1.0", "1,2,1970-01-01T00:16:42Z,0.5");
  }

  @Test
  void aMetricThatComesLaterIsAColumnOfAllLines() throws Exception {
    Metrics metrics = Metrics.of("note", "a \"b\",\nc", "step", 7, "valid", Metrics.of("loss", 2));
    track(CsvFile.below(directory), fresh(directory), loss(1, 1), report(1, 2, metrics));
    assertThat(lines("digits.csv"))
        .containsExactly(
            "attempt,step,at,loss,note,metrics/step,valid/loss",
            "1,1,1970-01-01T00:16:41Z,1.0,,,",
            "1,2,1970-01-01T00:16:42Z,,\"a \"\"b\"\", c\",7,2");
  }

  @Test
  void aResumedRunContinuesItsCsvWithWhatItMissedAndNothingTwice() throws Exception {
    track(CsvFile.inRunDirectory(), fresh(directory), loss(1, 1), loss(1, 2));
    tear("reports.csv", "1,3,1970-01-01T00:1");
    TrackedRun run = resumed(directory, loss(1, 1), loss(1, 2), loss(1, 3));
    track(CsvFile.inRunDirectory(), run, loss(1, 3), loss(2, 3), loss(2, 4));
    assertThat(lines("reports.csv").stream().map(line -> line.substring(0, 4)))
        .containsExactly("atte", "1,1,", "1,2,", "1,3,", "2,3,", "2,4,");
  }

  @Test
  void aFileThatIsNoCsvOfARunIsLeftAlone() throws Exception {
    Files.writeString(directory.resolve("reports.csv"), "name,price\napple,1\n");
    assertThatThrownBy(() -> CsvFile.inRunDirectory().open(fresh(directory)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not a file of a run's reports");
    assertThat(lines("reports.csv")).containsExactly("name,price", "apple,1");
  }

  @Test
  void aStepIsAJsonObjectOnALine() throws Exception {
    track(
        JsonLinesFile.inRunDirectory(),
        fresh(directory),
        report(1, 1, Metrics.of("loss", Double.NaN, "valid", Metrics.of("rows", 3))));
    assertThat(lines("reports.jsonl"))
        .containsExactly(
            "{\"attempt\":1,\"step\":1,\"at\":\"1970-01-01T00:16:41Z\",\"metrics\":{\"loss\":\"NaN\",\"valid\":{\"rows\":3}}}");
  }

  @Test
  void aResumedRunContinuesItsJsonLinesWithWhatItMissedAndNothingTwice() throws Exception {
    track(JsonLinesFile.below(directory), fresh(directory), loss(1, 1));
    tear("digits.jsonl", "{\"attempt\":1,\"st");
    TrackedRun run = resumed(directory, loss(1, 1), loss(1, 2));
    track(JsonLinesFile.below(directory), run, loss(1, 2), loss(1, 3));
    assertThat(lines("digits.jsonl").stream().map(line -> line.substring(0, 22)))
        .containsExactly(
            "{\"attempt\":1,\"step\":1,",
            "{\"attempt\":1,\"step\":2,",
            "{\"attempt\":1,\"step\":3,");
  }

  @Test
  void whatRanksLogBesideMetricsIsALineOfItsOwnFile() throws Exception {
    try (Tracker.Tracking lines = JsonLinesFile.below(directory).open(fresh(directory))) {
      lines.report(loss(1, 1));
      lines.logged(TrackedRuns.logged(directory, "note", 1, 2, new LoggedText("hi")));
    }
    assertThat(lines("digits.jsonl")).hasSize(1);
    assertThat(lines("digits.logged.jsonl"))
        .containsExactly(
            "{\"attempt\":1,\"step\":2,\"rank\":0,\"at\":\"1970-01-01T00:16:42Z\",\"name\":\"note\",\"kind\":\"text\",\"location\":\"%s/media/note/000000000002-1-0.txt\"}"
                .formatted(directory));
  }
}
