package dev.manta.internal.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.train.Metrics;
import dev.manta.train.Report;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunListener;
import dev.manta.train.RunStatus;
import dev.manta.train.RunUpdate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReducedReportsTest {
  private Instant now = Instant.parse("2026-01-01T00:00:00Z");
  private final List<String> told = new ArrayList<>();
  private final RunListener tracker =
      new RunListener() {
        @Override
        public void report(Report report) {
          told.add(report.attempt() + "/" + report.step() + " " + report.metrics());
        }
      };
  private final ReducedReports reports =
      new ReducedReports(notice -> notice.accept(tracker), Map.of("rows", ReportReduction.SUM));

  private void ranks(int count) {
    List<RunUpdate.WorkerState> workers =
        IntStream.range(0, count)
            .mapToObj(rank -> new RunUpdate.WorkerState("w" + rank, rank, "here", 1, "RUNNING"))
            .toList();
    reports.state(new RunUpdate("run", now, RunStatus.RUNNING, 1, "", workers));
  }

  private void report(int attempt, int rank, long step, int rows) {
    Metrics metrics = Metrics.of("rank", rank, "rows", rows);
    reports.report(new Report(attempt, rank, step, now, metrics, Optional.empty()));
  }

  @Test
  void aTrackerGetsOneReducedReportForEachStepInOrder() {
    ranks(2);
    report(1, 0, 1, 10);
    report(1, 0, 2, 20);
    assertThat(told).isEmpty();
    report(1, 1, 1, 1);
    report(1, 1, 2, 2);
    assertThat(told)
        .containsExactly("1/1 {\"rank\":0,\"rows\":11.0}", "1/2 {\"rank\":0,\"rows\":22.0}");
  }

  @Test
  void whereOneRankReportsTheOthersAreNotWaitedForForLong() {
    ranks(2);
    report(1, 0, 1, 10);
    now = now.plusSeconds(11);
    report(1, 0, 2, 20);
    assertThat(told)
        .containsExactly("1/1 {\"rank\":0,\"rows\":10.0}", "1/2 {\"rank\":0,\"rows\":20.0}");
  }

  @Test
  void rankZeroIsWaitedForLongerThanOthersHaveBegun() {
    ranks(2);
    for (int second = 1; second <= 40; second++) {
      now = now.plusSeconds(1);
      report(1, 1, second, 1);
      if (second > 12) {
        report(1, 0, second - 12, 1000);
      }
    }
    assertThat(told).hasSize(28).allMatch(each -> each.endsWith("{\"rank\":0,\"rows\":1001.0}"));
  }

  @Test
  void aRankThatBeginsWhenOthersHaveLongBeenToldIsWaitedForFromThenOn() {
    ranks(3);
    report(1, 1, 1, 1);
    now = now.plusSeconds(40);
    report(1, 2, 1, 1);
    assertThat(told).containsExactly("1/1 {\"rank\":1,\"rows\":2.0}");
    report(1, 0, 1, 1000);
    for (int step = 2; step <= 4; step++) {
      now = now.plusSeconds(1);
      report(1, 1, step, 1);
      report(1, 2, step, 1);
      report(1, 0, step, 1000);
    }
    assertThat(told.subList(1, 4)).allMatch(each -> each.endsWith("{\"rank\":0,\"rows\":1002.0}"));
  }

  @Test
  void whereRankZeroNeverReportsItIsNotWaitedForForLong() {
    ranks(2);
    report(1, 1, 1, 1);
    now = now.plusSeconds(31);
    report(1, 1, 2, 2);
    assertThat(told)
        .containsExactly("1/1 {\"rank\":1,\"rows\":1.0}", "1/2 {\"rank\":1,\"rows\":2.0}");
  }

  @Test
  void aRankThatReportsNoMoreIsLeftOutAfterAWhile() {
    ranks(2);
    report(1, 0, 1, 10);
    report(1, 1, 1, 1);
    report(1, 0, 2, 20);
    now = now.plusSeconds(31);
    report(1, 0, 3, 30);
    assertThat(told).hasSize(2).element(1).isEqualTo("1/2 {\"rank\":0,\"rows\":20.0}");
    report(1, 1, 2, 2);
    assertThat(told).hasSize(2);
  }

  @Test
  void whatAnAttemptLeftIsToldBeforeTheNext() {
    ranks(2);
    report(1, 0, 1, 10);
    report(2, 0, 1, 30);
    report(1, 1, 1, 1);
    report(2, 1, 1, 3);
    report(2, 0, 2, 5);
    reports.flush();
    assertThat(told)
        .containsExactly(
            "1/1 {\"rank\":0,\"rows\":10.0}",
            "2/1 {\"rank\":0,\"rows\":33.0}",
            "2/2 {\"rank\":0,\"rows\":5.0}");
  }
}
