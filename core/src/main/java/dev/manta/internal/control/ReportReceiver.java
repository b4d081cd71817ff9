package dev.manta.internal.control;

import dev.manta.internal.run.Rules;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import java.util.ArrayList;
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
    private long markedSequence;
    private long markedPosition;
    private long acknowledged;
    private boolean closed;
    private final List<Waiting> waiting = new ArrayList<>();

    Book(int rank) {
      this.rank = rank;
    }

    /// Takes what need not wait any more.
    synchronized List<Waiting> take(Predicate<Waiting> due) {
      List<Waiting> taken = waiting.stream().filter(due).toList();
      waiting.removeAll(taken);
      return taken;
    }
  }

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

  /// A worker that reported to an earlier controller goes on; `acknowledged` is what it knows. It
  /// is told what that controller has kept beyond that: it may wait for it before it reports again.
  void resume(String worker, long acknowledged) {
    Book book = books.get(worker);
    if (book == null) {
      return;
    }
    long kept = rules.resumesAfter(store.last(worker), acknowledged);
    synchronized (book) {
      book.sequence = kept;
      book.acknowledged = kept;
    }
    if (kept > acknowledged) {
      send.accept(worker, new ToWorker.Ack(kept));
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
    synchronized (book) {
      if (report.checkpoint() != 0) {
        book.withCheckpoint.put(report.checkpoint(), report);
      }
      Taken taken = take(worker, book, report);
      if (!(taken instanceof Taken.Kept)) {
        return taken;
      }
    }
    fresh.set(true);
    return new Taken.Kept();
  }

  private Taken take(String worker, Book book, ToController.Report report) {
    if (!rules.isNext(book.sequence, report.sequence())) {
      boolean gap = report.sequence() > book.sequence && !book.closed;
      return gap
          ? new Taken.AfterGap(book.sequence + 1, report.sequence() - 1)
          : new Taken.Ignored();
    }
    long position = store.append(worker, book.rank, report);
    if (position < 0) {
      book.closed = true;
      return new Taken.Ignored();
    }
    book.sequence = report.sequence();
    book.position = position;
    latest.put(book.rank, new Latest(report.attempt(), report));
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
    goOn(waiting -> rules.isKept(waiting.position(), position));
  }

  /// Does something once all is durable that a worker has reported so far: a run that has finished
  /// has the last report of every rank, whoever is killed then.
  void whenDurable(String worker, Runnable then) {
    Book book = books.get(worker);
    if (book == null || !waits(book, then)) {
      then.run();
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

  /// Time passes: what has waited for long goes on.
  void tick() {
    long now = ticks + 1;
    ticks = now;
    goOn(waiting -> now - waiting.sinceTick() > WAIT_TICKS_MAX);
  }

  private void goOn(Predicate<Waiting> due) {
    books.values().forEach(book -> book.take(due).forEach(waiting -> waiting.then().run()));
  }

  /// Acknowledges up to the mark of the last time, so that a steady flow is acknowledged too.
  private void acknowledge(String worker, Book book, long position) {
    long sequence;
    synchronized (book) {
      boolean all = position >= book.position;
      boolean marked = position >= book.markedPosition;
      long durable = all ? book.sequence : marked ? book.markedSequence : book.acknowledged;
      sequence = rules.acknowledged(book.sequence, durable);
      if (marked) {
        book.markedSequence = book.sequence;
        book.markedPosition = book.position;
      }
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
