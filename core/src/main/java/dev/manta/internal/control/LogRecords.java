package dev.manta.internal.control;

import dev.manta.internal.json.Bind;
import dev.manta.internal.json.JsonException;
import dev.manta.internal.run.Control;
import dev.manta.internal.run.Rules;
import dev.manta.internal.run.RunState;
import dev.manta.journal.Appended;
import dev.manta.journal.ControlLog;
import dev.manta.journal.ControlRecord;
import dev.manta.journal.Unreadable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The control log of a run as its controller uses it: replayed once, then appended to.
public final class LogRecords implements Records {
  private final ControlLog log;
  private final String writer;
  private final Retry retry;
  private final RunState replayed;
  private long next;
  private int term;

  private LogRecords(ControlLog log, String writer, Retry retry, RunState replayed, long next) {
    this.log = log;
    this.writer = writer;
    this.retry = retry;
    this.replayed = replayed;
    this.next = next;
  }

  /// Reads a run's log: its last full state, and what came after.
  ///
  /// @param writer tells this controller from all others
  public static LogRecords read(ControlLog log, String writer, Retry retry) {
    Optional<ControlRecord> last = retry.storage(log::last);
    RunState state = replay(log, last, retry);
    var records =
        new LogRecords(log, writer, retry, state, last.map(ControlRecord::number).orElse(0L) + 1);
    records.term = last.map(ControlRecord::term).orElse(0);
    return records;
  }

  private static RunState replay(ControlLog log, Optional<ControlRecord> last, Retry retry) {
    List<Control> back = new ArrayList<>();
    Optional<ControlRecord> record = last;
    while (record.isPresent()) {
      Control control = control(log, record.get());
      back.add(control);
      long number = record.get().number();
      boolean full = control instanceof Control.Transition;
      record = full || number == 1 ? Optional.empty() : retry.storage(() -> log.find(number - 1));
    }
    RunState state = RunState.fresh();
    for (Control control : back.reversed()) {
      state = Control.replay(state, control, new Rules());
    }
    return state;
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
  public synchronized boolean current() {
    return retry.storage(() -> log.find(next)).isEmpty();
  }

  @Override
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
