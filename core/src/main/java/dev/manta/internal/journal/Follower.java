package dev.manta.internal.journal;

import java.time.Duration;
import java.util.List;

/// Reads what is new in a stream that others write.
public final class Follower<T> {
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final Poll<T> poll;

  /// Looks for news without waiting.
  interface Poll<T> {
    List<T> news();
  }

  Follower(Poll<T> poll) {
    this.poll = poll;
  }

  /// What is new now; perhaps nothing.
  public List<T> poll() {
    return poll.news();
  }

  /// Waits for news, at most so long; empty when there were none.
  public List<T> await(Duration limit) throws InterruptedException {
    long end = System.nanoTime() + limit.toNanos();
    List<T> news = poll.news();
    while (news.isEmpty() && System.nanoTime() < end) {
      Thread.sleep(PAUSE);
      news = poll.news();
    }
    return news;
  }
}
