package dev.manta.testkit.cluster;

import dev.manta.cluster.WorkerNews;
import dev.manta.internal.wire.ToController;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/// What a group has told, to be awaited worker by worker. News that may not come as it did is noted
/// in [#violations].
final class RecordedNews implements Consumer<WorkerNews> {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(120);

  private final Map<String, List<WorkerNews>> told = new HashMap<>();
  private final Map<String, Integer> taken = new HashMap<>();
  private final Set<String> beingTold = new HashSet<>();
  private final List<String> violations = new ArrayList<>();

  @Override
  public void accept(WorkerNews news) {
    if (news instanceof WorkerNews.OfWorker of) {
      begin(of.worker());
      // gives a second thread the time to be seen
      LockSupport.parkNanos(1);
      end(of);
    }
  }

  private synchronized void begin(String worker) {
    if (!beingTold.add(worker)) {
      violations.add("two threads tell of " + worker + " at once");
    }
  }

  private synchronized void end(WorkerNews.OfWorker news) {
    List<WorkerNews> before = told.computeIfAbsent(news.worker(), _ -> new ArrayList<>());
    if (!mayFollow(before, news)) {
      violations.add(kind(news) + " of " + news.worker() + " follows " + kinds(before));
    }
    before.add(news);
    beingTold.remove(news.worker());
    notifyAll();
  }

  private static boolean mayFollow(List<WorkerNews> before, WorkerNews.OfWorker news) {
    boolean first = before.stream().allMatch(WorkerNews.Printed.class::isInstance);
    boolean over = !first && before.getLast() instanceof WorkerNews.Gone;
    return switch (news) {
      case WorkerNews.Connected _ -> first;
      case WorkerNews.Back _ -> !over;
      case WorkerNews.Frame _ -> !first && !over;
      case WorkerNews.Printed _, WorkerNews.Gone _ -> !over;
    };
  }

  private static List<String> kinds(List<WorkerNews> news) {
    int last = Math.max(0, news.size() - 3);
    return news.subList(last, news.size()).stream().map(RecordedNews::kind).toList();
  }

  private static String kind(WorkerNews news) {
    return news.getClass().getSimpleName();
  }

  /// The next news of a worker, which must be of that kind; what it prints is passed over.
  <T extends WorkerNews> T next(String worker, Class<T> kind) throws InterruptedException {
    WorkerNews news = next(worker);
    while (news instanceof WorkerNews.Printed) {
      news = next(worker);
    }
    if (!kind.isInstance(news)) {
      throw new AssertionError("expected " + kind.getSimpleName() + ", was told " + news);
    }
    return kind.cast(news);
  }

  /// The end of a worker; what is told before it is passed over.
  WorkerNews.Gone gone(String worker) throws InterruptedException {
    while (true) {
      if (next(worker) instanceof WorkerNews.Gone gone) {
        return gone;
      }
    }
  }

  /// The next message of that kind that a worker says; others are passed over.
  <T extends ToController> T said(String worker, Class<T> kind) throws InterruptedException {
    while (true) {
      WorkerNews news = next(worker);
      if (news instanceof WorkerNews.Gone gone) {
        throw new AssertionError("waiting for " + kind.getSimpleName() + ", was told " + gone);
      }
      if (news instanceof WorkerNews.Frame frame
          && kind.isInstance(ToController.read(frame.bytes()))) {
        return kind.cast(ToController.read(frame.bytes()));
      }
    }
  }

  private synchronized WorkerNews next(String worker) throws InterruptedException {
    int at = taken.merge(worker, 1, Integer::sum) - 1;
    List<WorkerNews> news = told.computeIfAbsent(worker, _ -> new ArrayList<>());
    long end = System.nanoTime() + LIMIT_NANOS;
    while (news.size() <= at) {
      long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
      if (left <= 0) {
        throw new AssertionError("no news of " + worker + " within 30 s after " + news);
      }
      wait(left);
    }
    return news.get(at);
  }

  /// All news of a worker so far.
  synchronized List<WorkerNews> of(String worker) {
    return List.copyOf(told.getOrDefault(worker, List.of()));
  }

  synchronized Set<String> workers() {
    return Set.copyOf(told.keySet());
  }

  synchronized List<String> violations() {
    return List.copyOf(violations);
  }
}
