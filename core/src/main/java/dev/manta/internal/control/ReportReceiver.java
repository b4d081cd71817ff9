package dev.manta.internal.control;

import dev.manta.internal.run.Rules;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Predicate;

/// Takes reports on the thread that reads them, past the loop: keeps them, acknowledges them once
/// they are durable, and remembers the last of each rank.
final class ReportReceiver {
  /// What waits for reports does not wait longer: their disk may be full, or another controller's.
  private static final int WAIT_TICKS_MAX = 10;

  /// A worker has space for twice this of all ranks' reports, or twice this of its own.
  private static final long WINDOW_HALF_BYTES = 4 << 20;

  private static final long WINDOW_HALF_BYTES_MIN = 64 << 10;
  private static final int REPORTS_MAX = 1 << 14;
  private static final int ROW_BYTES = 128;
  private static final int MARKS_MAX = 1024;

  private final ReportStore store;
  private final BiConsumer<String, ToWorker> send;
  private final Rules rules;
  private final Map<String, Book> books = new ConcurrentHashMap<>();
  private final Map<Integer, Latest> latest = new ConcurrentHashMap<>();
  private final AtomicBoolean fresh = new AtomicBoolean();
  private volatile long durable;
  private volatile long ticks;

  /// A rank's last report, and the attempt it was made in.
  record Latest(int attempt, ToController.Report report) {}

  /// What one worker has reported; guarded by itself.
  private static final class Book {
    private int rank;
    private final Map<Integer, ToController.Report> withCheckpoint = new HashMap<>();
    private long sequence;
    private long position;
    private final Deque<Mark> marks = new ArrayDeque<>();
    private long acknowledged;
    private boolean closed;
    private long waitingBytes;
    private int waitingReports;
    private final List<Waiting> waiting = new ArrayList<>();

    Book(int rank) {
      this.rank = rank;
    }

    /// Remembers where the last report is; of very many only of the last.
    void mark() {
      if (marks.size() == MARKS_MAX) {
        marks.removeLast();
      }
      marks.addLast(new Mark(position, sequence));
    }

    /// The last report that is known to be within a position.
    long durable(long upTo) {
      long last = acknowledged;
      while (!marks.isEmpty() && marks.getFirst().position() <= upTo) {
        last = marks.removeFirst().sequence();
      }
      return last;
    }

    /// Counts a report that is not durable; whether the worker may run out of space for more.
    boolean fills(int bytes, long most) {
      waitingBytes += ROW_BYTES + bytes;
      waitingReports++;
      boolean fills = waitingBytes > most || waitingReports > REPORTS_MAX;
      if (fills) {
        emptied();
      }
      return fills;
    }

    void emptied() {
      waitingBytes = 0;
      waitingReports = 0;
    }

    /// Takes what need not wait any more.
    synchronized List<Waiting> take(Predicate<Waiting> due) {
      List<Waiting> taken = waiting.stream().filter(due).toList();
      waiting.removeAll(taken);
      return taken;
    }
  }

  /// Where a report is.
  private record Mark(long position, long sequence) {}

  /// What is done once all up to a position is durable.
  private record Waiting(long position, long sinceTick, Runnable then) {}

  ReportReceiver(ReportStore store, BiConsumer<String, ToWorker> send, Rules rules) {
    this.store = store;
    this.send = send;
    this.rules = rules;
    store.onDurable(this::durable);
  }

  void open(String worker, int rank) {
    books.put(worker, new Book(rank));
  }

  /// A worker that reported to an earlier controller continues; `acknowledged` is what it knows. It
  /// is told what that controller has kept beyond that: it may wait for it before it reports again.
  void resume(String worker, long acknowledged) {
    Book book = books.get(worker);
    if (book == null) {
      return;
    }
    long kept = resumed(book, rules.resumesAfter(store.last(worker), acknowledged));
    if (kept > acknowledged) {
      send.accept(worker, new ToWorker.Ack(kept));
    }
  }

  /// Of one that has reported to this controller before, it is known better than from the store.
  private static long resumed(Book book, long kept) {
    synchronized (book) {
      if (book.sequence == 0) {
        book.sequence = kept;
        book.acknowledged = kept;
      }
      return book.acknowledged;
    }
  }

  /// A worker may have another rank in another attempt; of the one before no part is stored any
  /// more.
  void seat(String worker, int rank) {
    Book book = books.get(worker);
    if (book != null) {
      synchronized (book) {
        book.rank = rank;
        book.withCheckpoint.clear();
      }
    }
  }

  /// What became of a report.
  sealed interface Taken {
    /// It is kept.
    record Kept() implements Taken {}

    /// It was kept before, or nobody keeps reports any more.
    record Ignored() implements Taken {}

    /// It is not kept, as those from `first` to `last` should have come before it and did not.
    record AfterGap(long first, long last) implements Taken {}
  }

  /// Keeps a report. Never waits: a worker has only so many reports on their way.
  Taken take(String worker, ToController.Report report) {
    Book book = books.get(worker);
    if (book == null) {
      return new Taken.Ignored();
    }
    boolean hurries;
    synchronized (book) {
      if (report.checkpoint() != 0) {
        book.withCheckpoint.put(report.checkpoint(), report);
      }
      Taken taken = take(worker, book, report);
      if (!(taken instanceof Taken.Kept)) {
        return taken;
      }
      hurries = book.fills(report.metrics().length, quarterOfWindow());
    }
    if (hurries) {
      store.hurry();
    }
    fresh.set(true);
    return new Taken.Kept();
  }

  /// When so much of a worker is not durable, there is time enough to make it so before the worker
  /// would wait.
  private long quarterOfWindow() {
    return Math.max(WINDOW_HALF_BYTES_MIN, WINDOW_HALF_BYTES / Math.max(1, books.size())) / 2;
  }

  private Taken take(String worker, Book book, ToController.Report report) {
    if (!rules.isNext(book.sequence, report.sequence())) {
      boolean gap = report.sequence() > book.sequence && !book.closed;
      return gap
          ? new Taken.AfterGap(book.sequence + 1, report.sequence() - 1)
          : new Taken.Ignored();
    }
    long position = store.append(worker, report);
    if (position < 0) {
      book.closed = true;
      return new Taken.Ignored();
    }
    book.sequence = report.sequence();
    book.position = position;
    book.mark();
    latest.put(report.rank(), new Latest(report.attempt(), report));
    return new Taken.Kept();
  }

  /// The report that came with a checkpoint; it is forgotten here.
  Optional<ToController.Report> withCheckpoint(String worker, int ordinal) {
    Book book = books.get(worker);
    if (book == null) {
      return Optional.empty();
    }
    synchronized (book) {
      return Optional.ofNullable(book.withCheckpoint.remove(ordinal));
    }
  }

  /// What a worker has reported last, if that was at this step: it is told of a checkpoint that was
  /// not reported, such as the last one of a run that stops.
  Optional<ToController.Report> at(String worker, int attempt, long step) {
    Book book = books.get(worker);
    if (book == null) {
      return Optional.empty();
    }
    synchronized (book) {
      return Optional.ofNullable(latest.get(book.rank))
          .filter(last -> last.attempt() == attempt && last.report().step() == step)
          .map(Latest::report);
    }
  }

  private void durable(long position) {
    durable = position;
    books.forEach((worker, book) -> acknowledge(worker, book, position));
    proceed(waiting -> rules.isKept(waiting.position(), position));
  }

  /// Does something once all is durable that a worker has reported so far: a run that has finished
  /// has the last report of every rank, whoever is killed then.
  void whenDurable(String worker, Runnable then) {
    Book book = books.get(worker);
    if (book == null || !waits(book, then)) {
      then.run();
    } else {
      store.hurry();
    }
  }

  private boolean waits(Book book, Runnable then) {
    synchronized (book) {
      boolean waits = !book.closed && !rules.isKept(book.position, durable);
      if (waits) {
        book.waiting.add(new Waiting(book.position, ticks, then));
      }
      return waits;
    }
  }

  /// Time passes: what has waited for long continues.
  void tick() {
    long now = ticks + 1;
    ticks = now;
    proceed(waiting -> now - waiting.sinceTick() > WAIT_TICKS_MAX);
  }

  private void proceed(Predicate<Waiting> due) {
    books.values().forEach(book -> book.take(due).forEach(waiting -> waiting.then().run()));
  }

  /// Acknowledges what is durable; all of a steady flow never is.
  private void acknowledge(String worker, Book book, long position) {
    long sequence;
    synchronized (book) {
      if (position >= book.position) {
        book.emptied();
      }
      sequence = rules.acknowledged(book.sequence, book.durable(position));
      if (sequence <= book.acknowledged) {
        return;
      }
      book.acknowledged = sequence;
    }
    send.accept(worker, new ToWorker.Ack(sequence));
  }

  /// How far ranks have come, if that is news.
  Optional<Event> progress(int attempt) {
    if (!fresh.getAndSet(false)) {
      return Optional.empty();
    }
    Map<Integer, Long> steps = new HashMap<>();
    latest.forEach(
        (rank, last) -> {
          if (last.attempt() == attempt) {
            steps.put(rank, last.report().step());
          }
        });
    return Optional.of(new Event.Progress(attempt, steps));
  }

  /// The last report of each rank, in rank order.
  Map<Integer, ToController.Report> latest() {
    Map<Integer, ToController.Report> reports = new TreeMap<>();
    latest.forEach((rank, last) -> reports.put(rank, last.report()));
    return reports;
  }
}
