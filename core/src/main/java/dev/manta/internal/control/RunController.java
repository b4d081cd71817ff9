package dev.manta.internal.control;

import dev.manta.internal.run.Control;
import dev.manta.internal.run.Decision;
import dev.manta.internal.run.RunMachine;
import dev.manta.internal.run.TimeAccounting;
import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.RunState;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BiConsumer;

/// Takes one event at a time: asks the rules, makes their answer durable, and only then acts.
///
/// Used by one thread.
public final class RunController {
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
    Instant now = clock.instant();
    handle(event, now);
    if (now.plus(TimeAccounting.ASLEEP).isBefore(clock.instant())) {
      handle(new Event.HeldUp(), clock.instant());
    }
  }

  private void handle(Event event, Instant now) {
    if (over()) {
      return;
    }
    Decision decision = archived(machine.step(state, event, now));
    Optional<Control> record = Control.of(state, event, decision, now);
    if (record.isEmpty() ? !mayAct(decision) : !records.append(record.get())) {
      deposed = true;
      return;
    }
    RunState before = state;
    state = decision.state();
    watch.accept(before, decision);
    for (Effect effect : decision.effects()) {
      ended |= effect instanceof Effect.EndRun;
      effects.perform(effect, state);
    }
  }

  /// Records stay small however many checkpoints there are. The record that names a list is written
  /// after it.
  private Decision archived(Decision decision) {
    return decision.durable() == Decision.Durable.NOTHING
        ? decision
        : records.archive(decision.state().kept()).map(decision::archived).orElse(decision);
  }

  /// What is written down is fenced by that; who would end a process without a record looks first.
  private boolean mayAct(Decision decision) {
    boolean ends = decision.effects().stream().anyMatch(Effect.Kill.class::isInstance);
    return !ends || machine.mayEnd(records::current);
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
