package dev.manta.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.error.MantaException;
import dev.manta.internal.journal.MetricsListener;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.journal.MetricsRowEncoder;
import dev.manta.internal.journal.MetricsStream;
import dev.manta.internal.journal.Origin;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
  private static final Instant AT = Instant.parse("2026-01-01T00:00:00Z");

  private static Report report(int attempt, int rank, long step, Metrics metrics) {
    return new Report(attempt, rank, step, AT, metrics, Optional.empty());
  }

  private static Report report(int attempt, int rank, long step) {
    return report(attempt, rank, step, Metrics.of("loss", attempt * 100L + step));
  }

  private static List<Boolean> rolledBack(Report... reports) {
    return History.of(List.of(reports)).rows().map(History.Row::rolledBack).toList();
  }

  @Test
  void aStepThatALaterAttemptRepeatedIsRolledBack() {
    assertThat(rolledBack(report(1, 0, 1), report(1, 0, 2), report(1, 0, 3), report(2, 0, 3)))
        .containsExactly(false, false, true, false);
  }

  @Test
  void aStepBeyondWhereALaterAttemptBeganIsRolledBackEvenIfItIsNotYetRepeated() {
    assertThat(rolledBack(report(1, 0, 4), report(1, 0, 9), report(2, 0, 5)))
        .containsExactly(false, true, false);
  }

  @Test
  void aThirdAttemptThatBeginsEarlierUndoesBothBefore() {
    assertThat(rolledBack(report(1, 0, 1), report(1, 0, 5), report(2, 0, 5), report(3, 0, 2)))
        .containsExactly(false, true, true, false);
  }

  @Test
  void theOtherRanksOfAnAttemptAreNotRolledBackByIt() {
    assertThat(rolledBack(report(1, 0, 1), report(1, 1, 1), report(1, 1, 2), report(1, 0, 2)))
        .containsOnly(false);
  }

  @Test
  void aStepIsReducedOverItsRanks() {
    Report zero = report(1, 0, 1, Metrics.of("loss", 1, "in", Map.of("n", 10), "name", "zero"));
    Report one = report(1, 1, 1, Metrics.of("loss", 3, "in", Map.of("n", 20), "name", "one"));
    History history = History.of(List.of(one, zero, report(1, 0, 2)));
    List<Report> reduced =
        history.reduced(Map.of("loss", ReportReduction.MEAN, "in/n", ReportReduction.SUM));
    assertThat(reduced).extracting(Report::step).containsExactly(1L, 2L);
    assertThat(reduced.getFirst().metrics())
        .isEqualTo(Metrics.of("loss", 2.0, "in", Map.of("n", 30.0), "name", "zero"));
  }

  @Test
  void everyReductionDoesAsItSays() {
    List<Metrics> ranks = List.of(Metrics.of("x", 2), Metrics.of("y", 1), Metrics.of("x", 5));
    assertThat(reduced(ranks, ReportReduction.RANK_ZERO)).isEqualTo(2);
    assertThat(reduced(ranks, ReportReduction.MEAN)).isEqualTo(3.5);
    assertThat(reduced(ranks, ReportReduction.SUM)).isEqualTo(7);
    assertThat(reduced(ranks, ReportReduction.MIN)).isEqualTo(2);
    assertThat(reduced(ranks, ReportReduction.MAX)).isEqualTo(5);
    assertThat(ReportReduction.reduce(List.of(), Map.of("x", ReportReduction.SUM)).isEmpty())
        .isTrue();
  }

  private static double reduced(List<Metrics> ranks, ReportReduction reduction) {
    return ReportReduction.reduce(ranks, Map.of("x", reduction)).number("x");
  }

  @Test
  void notANumberStaysNotANumber() {
    List<Metrics> ranks = List.of(Metrics.of("x", 2), Metrics.of("x", Double.NaN));
    for (ReportReduction reduction :
        List.of(ReportReduction.MEAN, ReportReduction.MIN, ReportReduction.MAX)) {
      assertThat(reduced(ranks, reduction)).as("%s", reduction).isNaN();
    }
  }

  @Test
  void csvHasAColumnForEveryMetricAndQuotesWhatNeedsIt() {
    History history =
        History.of(
            List.of(
                report(1, 0, 1, Metrics.of("loss", 0.5, "v", Map.of("top", 1))),
                new Report(
                    1, 1, 1, AT, Metrics.of("note", "a,\"b\""), Optional.of("checkpoint-1"))));
    StringBuilder out = new StringBuilder();
    history.writeCsv(out);
    assertThat(out)
        .hasToString(
            """
            attempt,rank,step,at,rolled_back,checkpoint,loss,v/top,note\r
            1,0,1,2026-01-01T00:00:00Z,false,,0.5,1,\r
            1,1,1,2026-01-01T00:00:00Z,false,checkpoint-1,,,"a,""b""\"\r
            """);
  }

  @Test
  void aMetricThatIsNamedAsAColumnOfEveryRowHasAColumnOfItsOwn() {
    StringBuilder out = new StringBuilder();
    Metrics metrics = Metrics.of("step", 70, "rank", 80, "metrics", Map.of("rank", 90));
    History.of(List.of(report(1, 0, 1, metrics))).writeCsv(out);
    assertThat(out)
        .hasToString(
            """
            attempt,rank,step,at,rolled_back,checkpoint,metrics/step,metrics/metrics/rank,metrics/rank\r
            1,0,1,2026-01-01T00:00:00Z,false,,70,80,90\r
            """);
  }

  @Test
  void jsonLinesHaveOneObjectPerRow() {
    StringBuilder out = new StringBuilder();
    History.of(List.of(report(1, 0, 1), report(2, 0, 1))).writeJsonLines(out);
    assertThat(out)
        .hasToString(
            """
            {"attempt":1,"rank":0,"step":1,"at":"2026-01-01T00:00:00Z","rolledBack":true,"metrics":{"loss":101}}
            {"attempt":2,"rank":0,"step":1,"at":"2026-01-01T00:00:00Z","rolledBack":false,"metrics":{"loss":201}}
            """);
  }

  @Test
  void theHistoryOfARunIsReadFromItsMetrics(@TempDir Path open) throws InterruptedException {
    MemoryStorage storage = new MemoryStorage();
    Location run = Location.parse("mem:run");
    MetricsRowEncoder encoder = new MetricsRowEncoder();
    byte[] metrics = "{\"loss\":\"NaN\"}".getBytes(StandardCharsets.UTF_8);
    try (MetricsStream stream = MetricsStream.open(storage, run, open, new Ignoring())) {
      for (int n = 1; n <= 3; n++) {
        MetricsRowEncoder.Stamp stamp = new MetricsRowEncoder.Stamp(n, 0, AT.toEpochMilli());
        stream.append(encoder.encode(new Origin(1, 0, "w", n), stamp, metrics, "c" + n));
      }
    }
    History history = History.of(new MetricsReader(storage, run, open));
    Report last = history.current().toList().getLast();
    assertThat(last.step()).isEqualTo(3);
    assertThat(last.at()).isEqualTo(AT);
    assertThat(last.metrics().number("loss")).isNaN();
    assertThat(last.checkpoint()).contains("c3");
    assertThat(history.rows()).hasSize(3);
  }

  @Test
  void whatIsMissingIsNamedAndTheLastMetricsAreThoseOfTheLastSegment(@TempDir Path open) {
    var storage = new MemoryStorage();
    Location run = Location.parse("mem:runs/holes");
    for (int n = 1; n <= 3; n++) {
      try (var stream = MetricsStream.open(storage, run, open, new Ignoring())) {
        byte[] metrics = ("{\"loss\":" + n + "}").getBytes(StandardCharsets.UTF_8);
        var stamp = new MetricsRowEncoder.Stamp(n, 0, 0);
        stream.append(new MetricsRowEncoder().encode(new Origin(1, 0, "w", n), stamp, metrics, ""));
      }
    }
    storage.deletePrefix(run.resolve("metrics/000000000002.jsonl"));

    History history = History.of(new MetricsReader(storage, run, open));

    assertThat(history.reduced(Map.of()).getLast().metrics().number("loss")).isEqualTo(3);
    assertThat(history.problems()).hasSize(1);
    assertThat(history.problems().getFirst()).contains("000000000002.jsonl is missing");
  }

  private static final class Ignoring implements MetricsListener {
    @Override
    public void warning(String message) {}

    @Override
    public boolean takenOver() {
      return false;
    }

    @Override
    public void durable(long position) {}

    @Override
    public void failed(MantaException cause) {
      throw cause;
    }

    @Override
    public void broken(MantaException cause) {
      throw cause;
    }

    @Override
    public void deposed() {}
  }
}
