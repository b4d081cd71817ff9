package dev.manta.dashboard.internal.curve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.journal.MetricsRow;
import dev.manta.internal.journal.Origin;
import dev.manta.spi.json.Json;
import dev.manta.train.ReportReduction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class RunCurvesTest {
  private static final CurveRange ALL = CurveRange.all(CurveRange.Axis.STEP, 1000);

  private static long sequence;

  private static MetricsRow row(int attempt, int rank, long step, String metrics) {
    return row(attempt, step, 0, new Origin(attempt, rank, "w" + rank, ++sequence), metrics);
  }

  private static MetricsRow row(int attempt, long step, int epoch, Origin origin, String metrics) {
    return new MetricsRow(
        origin,
        step,
        epoch,
        Instant.ofEpochMilli(1000 * attempt + step),
        Json.parse(metrics).asObject(),
        Optional.empty());
  }

  private static RunCurves curves(Map<String, ReportReduction> reductions, MetricsRow... rows) {
    var curves = new RunCurves(reductions, 1 << 16);
    curves.add(ReportBlock.of(List.of(rows)));
    return curves;
  }

  private static String drawn(RunCurves curves, String metric, OptionalInt rank) {
    return curves.segments(metric, rank, ALL).stream()
        .map(each -> each.points().toString())
        .toList()
        .toString();
  }

  @Test
  void withoutAReductionTheLowestRankIsShown() {
    RunCurves curves = curves(Map.of(), row(1, 1, 1, "{\"loss\":9}"), row(1, 0, 1, "{\"loss\":3}"));

    assertThat(drawn(curves, "loss", OptionalInt.empty())).isEqualTo("[[1][3.0]]");
    assertThat(drawn(curves, "loss", OptionalInt.of(1))).isEqualTo("[[1][9.0]]");
    assertThat(drawn(curves, "loss", OptionalInt.of(7))).isEqualTo("[]");
    assertThat(drawn(curves, "none", OptionalInt.empty())).isEqualTo("[]");
  }

  @Test
  void aReductionIsOverTheRanksThatHaveReportedAStepSoFar() {
    RunCurves curves =
        curves(
            Map.of("rows", ReportReduction.SUM, "loss", ReportReduction.MEAN),
            row(1, 0, 1, "{\"rows\":1,\"loss\":2}"),
            row(1, 1, 1, "{\"rows\":10,\"loss\":4}"),
            row(1, 0, 2, "{\"rows\":5,\"loss\":1}"));

    assertThat(drawn(curves, "rows", OptionalInt.empty())).isEqualTo("[[1, 2][11.0, 5.0]]");
    assertThat(drawn(curves, "loss", OptionalInt.empty())).isEqualTo("[[1, 2][3.0, 1.0]]");
  }

  @Test
  void aReductionOfThousandsOfStepsIsThatOfEveryStep() {
    var curves = new RunCurves(Map.of("rows", ReportReduction.SUM), 1 << 16);
    List<MetricsRow> rows = new ArrayList<>();
    for (int step = 0; step < 1000; step++) {
      rows.add(row(1, 0, step, "{\"rows\":1}"));
      rows.add(row(1, 1, step, "{\"rows\":2}"));
    }
    curves.add(ReportBlock.of(rows));
    CurvePoints points = curves.segments("rows", OptionalInt.empty(), ALL).getFirst().points();

    assertThat(points.size()).isEqualTo(1000);
    for (int i = 0; i < points.size(); i++) {
      assertThat(points.mean(i)).isEqualTo(3);
    }
  }

  @Test
  void whatALaterAttemptBeganAgainIsMarkedAsUndone() {
    RunCurves curves =
        curves(
            Map.of(),
            row(1, 0, 1, "{\"loss\":1}"),
            row(1, 0, 2, "{\"loss\":2}"),
            row(1, 0, 3, "{\"loss\":3}"),
            row(2, 0, 2, "{\"loss\":20}"));
    List<CurveSegment> steps = curves.segments("loss", OptionalInt.empty(), ALL);
    var time = CurveRange.all(CurveRange.Axis.TIME, 1000);

    assertThat(steps).extracting(CurveSegment::attempt).containsExactly(1, 2);
    assertThat(steps.getFirst().points().undonePlace()).hasValue(2);
    assertThat(steps.getLast().points().undonePlace()).isEmpty();
    assertThat(curves.segments("loss", OptionalInt.empty(), time).getFirst().points().undonePlace())
        .hasValue(1002);
  }

  @Test
  void nestedMetricsHaveJoinedNamesAndTextsHaveNoCurve() {
    RunCurves curves =
        curves(Map.of(), row(1, 0, 1, "{\"a\":{\"b\":{\"c\":1}},\"text\":\"hello\",\"yes\":true}"));

    assertThat(curves.metrics()).extracting(RunCurves.Metric::name).containsExactly("a/b/c");
  }

  @Test
  void valuesThatAreNotFiniteAreCountedAndNotDrawn() {
    RunCurves curves =
        curves(Map.of(), row(1, 0, 1, "{\"loss\":\"NaN\"}"), row(1, 0, 2, "{\"loss\":1}"));
    RunCurves.Metric loss = curves.metrics().getFirst();

    assertThat(loss.notFinite()).isEqualTo(1);
    assertThat(loss.values()).isEqualTo(2);
    assertThat(drawn(curves, "loss", OptionalInt.empty())).isEqualTo("[[2][1.0]]");
  }

  @Test
  void thousandsOfNamesShareTheRoomThereIs() {
    var curves = new RunCurves(Map.of(), 1 << 14);
    for (int step = 0; step < 40; step++) {
      List<MetricsRow> rows = new ArrayList<>();
      for (int name = 0; name < 200; name++) {
        rows.add(row(1, 0, step, "{\"m%s\":%s}".formatted(name + step * 200, step)));
      }
      curves.add(ReportBlock.of(rows));
    }
    assertThat(curves.metrics()).hasSize(RunCurves.METRICS_MAX);
    assertThat(curves.isCut()).isTrue();
  }

  @Test
  void whatAWorkerSentTwiceCountsOnce() {
    MetricsRow first = row(1, 0, 1, "{\"loss\":1}");
    RunCurves curves = curves(Map.of(), first, row(1, 0, 2, "{\"loss\":2}"), first);
    curves.add(ReportBlock.of(List.of(first)));

    assertThat(curves.rows()).isEqualTo(2);
    assertThat(drawn(curves, "loss", OptionalInt.empty())).isEqualTo("[[1, 2][1.0, 2.0]]");
  }

  @Test
  void overEpochsStepsLieWithinThem() {
    var curves = new RunCurves(Map.of(), 1 << 16);
    List<MetricsRow> rows = new ArrayList<>();
    for (int step = 0; step < 12; step++) {
      var origin = new Origin(1, 0, "w0", step);
      rows.add(row(1, step, 1 + step / 4, origin, "{\"loss\":%s}".formatted(step)));
    }
    curves.add(ReportBlock.of(rows));
    var epochs = new CurveRange(CurveRange.Axis.EPOCH, 1, 1.75, 1000);
    CurvePoints points = curves.segments("loss", OptionalInt.empty(), epochs).getFirst().points();

    assertThat(points.toString())
        .isEqualTo("[0.75, 1, 1.25, 1.5, 1.75, 2][3.0, 4.0, 5.0, 6.0, 7.0, 8.0]");
    assertThat(curves.epochs()).isEqualTo(3);
    assertThat(curves.epoch(1, 11)).hasValue(2.75);
  }
}
