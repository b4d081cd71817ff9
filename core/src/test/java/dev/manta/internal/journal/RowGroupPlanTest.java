package dev.manta.internal.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.manta.internal.journal.RowGroupPlan.Next;
import dev.manta.spi.json.JsonBytes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RowGroupPlanTest {
  private static final long SEGMENT_STAYS = Duration.ofSeconds(1).toNanos();

  private final RowGroupPlan plan = new RowGroupPlan(0);
  private long now;

  private long append(String row) {
    return plan.append(new JsonBytes().ascii(row));
  }

  private Next next() {
    return plan.next(now, SEGMENT_STAYS, true);
  }

  private static String rows(Next next) {
    byte[] rows = ((Next.Write) next).group().rows().toByteArray();
    return new String(rows, StandardCharsets.UTF_8);
  }

  private void pass(long millis) {
    now += Duration.ofMillis(millis).toNanos();
  }

  @Test
  void theFirstRowIsWrittenAtOnceAndThoseOfTheNext20MillisecondsTogether() {
    append("1");
    assertThat(rows(next())).isEqualTo("1\n");
    plan.written();
    append("2");
    append("3");
    assertThat(next()).isEqualTo(new Next.Wait(Duration.ofMillis(20).toNanos()));
    pass(20);
    assertThat(rows(next())).isEqualTo("2\n3\n");
  }

  @Test
  void aGroupThatIsFullDoesNotWait() {
    append("1");
    next();
    plan.written();
    append("2".repeat(5 << 20));
    long last = append("3".repeat(5 << 20));
    assertThat(last).isEqualTo(3);
    assertThat(((Next.Write) next()).group().position()).isEqualTo(2);
  }

  @Test
  void whatCouldNotBeWrittenIsTriedAgainAfterASecondBeforeWhatCameLater() {
    append("1");
    next();
    assertThat(plan.failed(now)).isFalse();
    append("2");
    assertThat(next()).isEqualTo(new Next.Wait(Duration.ofSeconds(1).toNanos()));
    pass(1000);
    assertThat(rows(next())).isEqualTo("1\n");
  }

  @Test
  void whoClosesTriesOnceMoreThoughTheLastTryHasFailed() {
    append("1");
    next();
    plan.close();
    assertThat(plan.failed(now)).isFalse();
    assertThat(rows(next())).isEqualTo("1\n");
    plan.written();
    assertThat(next()).isEqualTo(new Next.End());
  }

  @Test
  void whatFollowsRowsThatAreLostIsLostTooSoThatNoneIsMissingBetweenOthers() {
    append("1");
    plan.close();
    next();
    append("2");
    assertThat(plan.failed(now)).isTrue();
    assertThat(next()).isEqualTo(new Next.End());
  }

  @Test
  void anOpenSegmentThatIsDueIsSealedWhenThereIsNothingToWrite() {
    assertThat(plan.next(now, 0, true)).isEqualTo(new Next.Roll());
  }

  @Test
  void anOpenSegmentThatIsDueIsSealedThoughRowsComeFasterThanTheyAreWritten() {
    append("1".repeat(5 << 20));
    append("2".repeat(5 << 20));
    assertThat(plan.next(now, 0, true)).isEqualTo(new Next.Roll());
  }

  @Test
  void whoWasDeposedWritesNothingMore() {
    append("1");
    plan.depose();
    assertThat(next()).isEqualTo(new Next.End());
  }

  /// Rows wait to be written, somebody hurries them, and the open segment happens to be due.
  @Test
  void rowsThatAreHurriedWhenASegmentIsDueAreSealedAtOnce() {
    append("{}");
    plan.hurry();
    assertThat(plan.next(0, 0, true)).isInstanceOf(Next.Roll.class);
    assertThat(plan.next(1, SEGMENT_STAYS, true)).isInstanceOf(Next.Write.class);
    plan.written();
    assertThat(plan.next(2, SEGMENT_STAYS, true)).isInstanceOf(Next.Roll.class);
  }
}
