package dev.manta.dashboard.internal.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.manta.internal.journal.MetricsLines;
import dev.manta.storage.Location;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReportFeedTest {
  private static MetricsLines lines(String name) {
    return new MetricsLines(Location.of(Path.of("/metrics", name)), new byte[0], 0, 0);
  }

  @Test
  void whatCouldNotBeParsedIsParsedAgainInItsOrder() throws InterruptedException {
    Deque<List<MetricsLines>> news = new ArrayDeque<>(List.of(List.of(lines("1"), lines("2"))));
    var first = new ReportBlock(0);
    var second = new ReportBlock(0);
    var tries = new AtomicInteger();
    var feed =
        new ReportFeed(
            () -> news.isEmpty() ? List.of() : news.remove(),
            lines -> {
              if (lines.segment().name().equals("2")) {
                return second;
              }
              if (tries.incrementAndGet() == 1) {
                throw new OutOfMemoryError("a full heap");
              }
              return first;
            });

    assertThatThrownBy(feed::next).hasRootCauseMessage("a full heap");
    assertThat(feed.next()).containsSame(first);
    assertThat(feed.next()).containsSame(second);
    assertThat(feed.next()).isEmpty();
  }
}
