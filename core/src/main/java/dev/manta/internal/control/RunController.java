package dev.manta.internal.control;

import dev.manta.internal.control.record.ControlRecords;
import dev.manta.internal.run.Decided;
import dev.manta.internal.run.Decision;
import dev.manta.internal.run.RunMachine;
import dev.manta.internal.run.TimeAccounting;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.KeptCheckpoints;
import dev.manta.internal.run.state.RunState;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/// Takes the events that wait: asks the rules about each, makes all answers durable in one record,
/// and only then acts.
///
/// Used by one thread.
public final class RunController {
  private static final int TOGETHER_MAX = 256;

  /// Much shorter than the silence after which another driver may take a run.
  private static final Duration LATE = Duration.ofSeconds(5);

  private final RunMachine machine;
  private final ControlRecords records;
  private final Effects effects;
  private final BiConsumer<RunState, Decision> watch;
  private final Clock clock;
  private RunState state;
  private boolean deposed;
  private boolean ended;

  /// @param watch hears of every decision, with the state before it, once it is durable
  public RunController(
      RunMachine machine,
      RunState state,
      ControlRecords records,
      Effects effects,
      BiConsumer<RunState, Decision> watch,
      Clock clock) {
    this.machine = machine;
    this.state = state;
    this.records = records;
    this.effects = effects;
    this.watch = watch;
    this.clock = clock;
  }

  /// Takes an event. A controller that was deposed touches nothing any more.
  public void handle(Event event) {
    handle(event, Optional::empty);
  }

  /// Takes an event, and with one that needs a record those that wait: they share it.
  ///
  /// @param waiting the next event that is there already; never waits for one
  public void handle(Event event, Supplier<Optional<Event>> waiting) {
    Instant now = clock.instant();
    take(event, waiting);
    if (now.plus(TimeAccounting.ASLEEP).isBefore(clock.instant())) {
      take(new Event.HeldUp(), Optional::empty);
    }
  }

  private void take(Event event, Supplier<Optional<Event>> waiting) {
    if (over()) {
      return;
    }
    List<Decided> decided = decided(event, waiting);
    Decided first = decided.getFirst();
    if (first.needsRecord() ? isRecorded(decided) : mayAct(first.decision())) {
      decided.forEach(this::act);
    } else {
      deposed = true;
    }
  }

  /// An answer that came late may have come too late: the record is there, and so may be one of
  /// somebody who has taken the run over since.
  private boolean isRecorded(List<Decided> decided) {
    Instant asked = clock.instant();
    boolean written = records.append(decided);
    boolean late = asked.plus(LATE).isBefore(clock.instant());
    return written && (!late || records.current());
  }

  /// What a record costs is the same for many events as for one. Nothing is done on any of them
  /// before it is durable, so each is decided on as if what was decided before it were done.
  private List<Decided> decided(Event event, Supplier<Optional<Event>> waiting) {
    List<Decided> decided = new ArrayList<>();
    Optional<Event> next = Optional.of(event);
    while (next.isPresent()) {
      RunState before = decided.isEmpty() ? state : decided.getLast().decision().state();
      Instant now = clock.instant();
      Decision plain = machine.step(before, next.get(), now);
      Optional<KeptCheckpoints> listed = archive(plain);
      Decision decision = listed.map(plain::archived).orElse(plain);
      decided.add(new Decided(now, next.get(), before, decision));
      boolean last = listed.isPresent() || ends(decision) || decided.size() == TOGETHER_MAX;
      boolean open = decided.getFirst().needsRecord() && !last;
      next = open ? waiting.get() : Optional.empty();
    }
    return decided;
  }

  private static boolean ends(Decision decision) {
    return decision.effects().stream().anyMatch(Effect.EndRun.class::isInstance);
  }

  private void act(Decided decided) {
    Decision decision = decided.decision();
    state = decision.state();
    watch.accept(decided.before(), decision);
    ended |= ends(decision);
    decision.effects().forEach(effect -> effects.perform(effect, state));
  }

  /// Records stay small however many checkpoints there are. The record that names a list is written
  /// after it, and names no other: a list has the number of its record.
  private Optional<KeptCheckpoints> archive(Decision decision) {
    return decision.durable() == Decision.Durable.NOTHING
        ? Optional.empty()
        : records.archive(decision.state().kept());
  }

  /// What is written down is fenced by that; who would end a process without a record looks first.
  private boolean mayAct(Decision decision) {
    boolean ends = decision.effects().stream().anyMatch(Effect.Kill.class::isInstance);
    return !ends || machine.mayEnd(records::current);
  }

  /// Looks whether another controller has taken over.
  public void look() {
    deposed |= !over() && !records.current();
  }

  public RunState state() {
    return state;
  }

  /// Whether another controller has taken over.
  public boolean deposed() {
    return deposed;
  }

  /// Whether nothing follows.
  public boolean over() {
    return ended || deposed;
  }
}
