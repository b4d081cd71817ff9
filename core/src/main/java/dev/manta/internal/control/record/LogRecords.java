package dev.manta.internal.control.record;

import dev.manta.internal.checkpoint.CheckpointCatalog;
import dev.manta.internal.checkpoint.CheckpointCatalog.Segment;
import dev.manta.internal.journal.Appended;
import dev.manta.internal.journal.ControlLog;
import dev.manta.internal.journal.ControlRecord;
import dev.manta.internal.journal.Unreadable;
import dev.manta.internal.run.Control;
import dev.manta.internal.run.Decided;
import dev.manta.internal.run.Replay;
import dev.manta.internal.run.Rules;
import dev.manta.internal.run.state.KeptCheckpoints;
import dev.manta.internal.run.state.RunState;
import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// The control log of a run as its controller uses it: replayed once, then appended to.
public final class LogRecords implements ControlRecords {
  private final ControlLog log;
  private final CheckpointCatalog catalog;
  private final CheckpointSpace space;
  private final String writer;
  private final StorageRetry retry;
  private final RunState replayed;
  private long next;
  private int term;

  private LogRecords(
      ControlLog log, Writer writer, StorageRetry retry, RunState replayed, long next, int term) {
    this.log = log;
    this.catalog = writer.catalog();
    this.space = writer.space();
    this.writer = writer.name();
    this.retry = retry;
    this.replayed = replayed;
    this.next = next;
    this.term = term;
  }

  /// How many checkpoints a record has space for, and how many of them stay when that is too few.
  public record CheckpointSpace(int most, int left) {
    static final CheckpointSpace DEFAULT = new CheckpointSpace(96, 32);
  }

  private record Writer(String name, CheckpointCatalog catalog, CheckpointSpace space) {}

  /// Reads a run's log: its last full state, and what came after.
  ///
  /// @param run the run's directory
  /// @param writer tells this controller from all others
  public static LogRecords read(Storage storage, Location run, String writer, StorageRetry retry) {
    return read(storage, run, writer, retry, CheckpointSpace.DEFAULT);
  }

  public static LogRecords read(
      Storage storage, Location run, String writer, StorageRetry retry, CheckpointSpace space) {
    var log = new ControlLog(storage, run);
    var catalog = new CheckpointCatalog(storage, run);
    Optional<ControlRecord> last = retry.storage(log::last);
    RunState state = replay(log, catalog, last, retry);
    long next = last.map(ControlRecord::number).orElse(0L) + 1;
    int term = last.map(ControlRecord::term).orElse(0);
    return new LogRecords(log, new Writer(writer, catalog, space), retry, state, next, term);
  }

  /// The same log as it is now, for another writer: only what has come since is read.
  public LogRecords again(String name) {
    List<ControlRecord> more = retry.storage(() -> log.from(next));
    RunState state = replayed;
    for (ControlRecord record : more) {
      state = after(state, control(log, record), catalog, retry);
    }
    int last = more.isEmpty() ? term : more.getLast().term();
    var other = new Writer(name, catalog, space);
    return new LogRecords(log, other, retry, state, next + more.size(), last);
  }

  /// The same log for who tries storage in another way from here on.
  public LogRecords retrying(StorageRetry other) {
    return new LogRecords(log, new Writer(writer, catalog, space), other, replayed, next, term);
  }

  private static RunState replay(
      ControlLog log, CheckpointCatalog catalog, Optional<ControlRecord> last, StorageRetry retry) {
    List<Control> back = new ArrayList<>();
    Optional<ControlRecord> record = last;
    while (record.isPresent()) {
      Control control = control(log, record.get());
      back.add(control);
      long number = record.get().number();
      boolean full = control.whole().isPresent();
      record = full || number == 1 ? Optional.empty() : retry.storage(() -> log.find(number - 1));
    }
    RunState state = readBy(RunState.fresh(), catalog, retry);
    for (Control control : back.reversed()) {
      state = after(state, control, catalog, retry);
    }
    return state;
  }

  private static RunState after(
      RunState state, Control control, CheckpointCatalog catalog, StorageRetry retry) {
    RunState next = Replay.after(state, control, new Rules());
    return control.whole().isPresent() ? readBy(next, catalog, retry) : next;
  }

  /// What was read from a record does not know yet where its lists are.
  private static RunState readBy(RunState state, CheckpointCatalog catalog, StorageRetry retry) {
    Function<List<Segment>, List<Json>> reader =
        segments -> retry.storage(() -> catalog.readAll(segments));
    return state.with(state.kept().readBy(reader));
  }

  /// What a record of a log says. An older version of Manta may have written it.
  public static Control control(ControlLog log, ControlRecord record) {
    try {
      return Bind.readOlder(record.body(), Control.class, "control");
    } catch (JsonException e) {
      throw new Unreadable("control record", log.at(record.number()), e);
    }
  }

  /// The state that the log ends with.
  public RunState replayed() {
    return replayed;
  }

  /// The term that was opened last.
  @Override
  public int term() {
    return term;
  }

  /// Opens the next term; false when another controller was faster.
  public boolean openTerm(Instant now, long pid, String host) {
    term++;
    return append(new Control.TermOpened(term, now, pid, host));
  }

  @Override
  public CheckpointCatalog catalog() {
    return catalog;
  }

  /// A list has the number of the record that will name it: where another controller writes that,
  /// its list has another term.
  @Override
  public Optional<KeptCheckpoints> archive(KeptCheckpoints kept) {
    return kept.surplus(space.most(), space.left())
        .map(surplus -> kept.listed(surplus, write(kept, surplus)));
  }

  private List<Segment> write(KeptCheckpoints kept, KeptCheckpoints.Surplus surplus) {
    List<Json> put = surplus.put().stream().map(Bind::write).toList();
    var content = new CheckpointCatalog.Content(put, List.copyOf(surplus.removed()));
    String name = String.format(Locale.ROOT, "%012d-%d", next, term);
    return retry.storage(() -> catalog.add(kept.segments(), content, name));
  }

  @Override
  public synchronized boolean current() {
    return retry.storage(() -> log.find(next)).isEmpty();
  }

  @Override
  public boolean append(List<Decided> decided) {
    return append(Control.of(decided).orElseThrow());
  }

  /// Makes a record durable; false when another controller has taken the run over.
  public synchronized boolean append(Control control) {
    var record =
        new ControlRecord(
            next,
            control.term(),
            writer,
            control.at(),
            control.getClass().getSimpleName(),
            control.reason(),
            Bind.write(control, Control.class));
    boolean written = retry.storage(() -> log.append(record)) instanceof Appended.Written;
    // Whoever was deposed stays so: the record that is in the way is looked at again.
    next += written ? 1 : 0;
    return written;
  }
}
