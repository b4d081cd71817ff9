package dev.manta.train.tracker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.Metrics;
import dev.manta.train.Report;
import dev.manta.train.RunStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TensorBoardTest {
  @TempDir Path directory = Path.of("");

  @Test
  void numbersOfReportsBecomeEvents() throws Exception {
    try (var board = TensorBoard.inRunDirectory().open(TrackedRuns.fresh(directory))) {
      board.report(report(1, 0, Metrics.of("loss", 0.5, "note", "text")));
    }
    String hex = HexFormat.of().formatHex(events(directory.resolve("tensorboard")));
    assertThat(hex)
        .contains(hexOf("brain.Event:2"))
        .contains("0a04" + hexOf("loss") + "150000003f")
        .doesNotContain(hexOf("note"));
  }

  /// The expected bytes were made by TensorBoard's own writer.
  @Test
  void recordsAreThoseThatTensorBoardItselfWrites() throws Exception {
    var file = EventFile.create(directory);
    file.restart(Instant.ofEpochSecond(1), 3);
    file.scalars(Instant.ofEpochSecond(1), 3, Metrics.of("loss", 0.5));
    file.close();
    assertThat(HexFormat.of().formatHex(events(directory)))
        .endsWith(
            "0f000000000000006d532b0909000000000000f03f10033a0208013a03bef2"
                + "1a00000000000000129bd82d09000000000000f03f10032a0d0a0b0a046c6f7373150000003f"
                + "7fb84377");
  }

  @Test
  void aRunHasItsConfigAsHyperparametersAndAsText() throws Exception {
    try (var board = TensorBoard.below(directory).open(TrackedRuns.fresh(directory))) {
      board.state(TrackedRuns.ended(RunStatus.FINISHED));
    }
    assertThat(HexFormat.of().formatHex(events(directory.resolve("digits"))))
        .contains(hexOf("_hparams_/session_start_info"))
        .contains(hexOf("net/layers"))
        .contains(hexOf("config/text_summary"))
        .contains(hexOf("_hparams_/session_end_info"));
  }

  @Test
  void eachRankHasEventsOfItsOwnWhereThatIsAskedFor() throws Exception {
    try (var board = TensorBoard.below(directory).ofRanks().open(TrackedRuns.fresh(directory))) {
      board.rankReport(report(1, 0, Metrics.of("loss", 0.5)));
      board.rankReport(report(1, 1, Metrics.of("loss", 0.25)));
    }
    assertThat(HexFormat.of().formatHex(events(directory.resolve("digits/rank-1"))))
        .contains("0a04" + hexOf("loss") + "150000803e");
    assertThat(HexFormat.of().formatHex(events(directory.resolve("digits/rank-0"))))
        .contains("0a04" + hexOf("loss") + "150000003f");
  }

  @Test
  void ranksHaveNoEventsOfTheirOwnOtherwise() throws Exception {
    try (var board = TensorBoard.below(directory).open(TrackedRuns.fresh(directory))) {
      board.rankReport(report(1, 0, Metrics.of("loss", 0.5)));
    }
    assertThat(directory.resolve("digits/rank-0")).doesNotExist();
  }

  @Test
  void aLaterAttemptReplacesTheStepsOfTheOneBefore() throws Exception {
    try (var board = TensorBoard.below(directory).open(TrackedRuns.fresh(directory))) {
      board.report(report(1, 0, Metrics.of("loss", 0.5)));
      board.report(report(2, 0, Metrics.of("loss", 0.25)));
      board.report(report(1, 0, Metrics.of("late", 0.75)));
    }
    String hex = HexFormat.of().formatHex(events(directory.resolve("digits")));
    assertThat(hex.split("3a020801", -1)).hasSize(3);
    assertThat(hex).doesNotContain(hexOf("late"));
  }

  private static Report report(int attempt, int rank, Metrics metrics) {
    return new Report(attempt, rank, 1, Instant.ofEpochSecond(1), metrics, Optional.empty());
  }

  private static byte[] events(Path directory) throws IOException {
    try (var files = Files.list(directory)) {
      Path file =
          files.filter(path -> path.toString().contains("tfevents")).findFirst().orElseThrow();
      return Files.readAllBytes(file);
    }
  }

  private static String hexOf(String text) {
    return HexFormat.of().formatHex(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }
}
