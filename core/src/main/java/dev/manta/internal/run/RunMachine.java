package dev.manta.internal.run;

import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.RunSettings;
import dev.manta.internal.run.state.RunState;
import java.time.Instant;
import java.util.function.BooleanSupplier;

/// What follows from what in a run: a pure function of state, event and time.
public final class RunMachine {
  private final RunSettings settings;
  private final Rules rules;

  public RunMachine(RunSettings settings) {
    this(settings, new Rules());
  }

  public RunMachine(RunSettings settings, Rules rules) {
    this.settings = settings;
    this.rules = rules;
  }

  /// What is decided on an event; late news and news of an ended run change nothing.
  public Decision step(RunState state, Event event, Instant now) {
    var draft = new Draft(state, settings, rules, now);
    boolean begins = event instanceof Event.ControllerStarted;
    if (begins || !state.status().ended()) {
      TimeAccounting.book(draft, event);
    }
    if (begins || (!state.status().ended() && rules.current(state, event))) {
      handle(draft, event);
      FollowUps.proceed(draft);
    }
    return draft.done();
  }

  /// Whether a controller may end processes; a run whose workers continue with another controller
  /// asks.
  public boolean mayEnd(BooleanSupplier current) {
    return !settings.limits().lasting() || rules.mayEnd(current.getAsBoolean());
  }

  private static void handle(Draft draft, Event event) {
    switch (event) {
      case Event.ControllerStarted started when started.attaches() ->
          Reattaching.begin(draft, started.term());
      case Event.ControllerStarted started -> AttemptStart.begin(draft, started.term());
      case Event.WorkerBack back -> Reattaching.back(draft, back);
      case Event.Restated restated -> Reattaching.restated(draft, restated.worker());
      case Event.Prepared prepared -> AttemptStart.prepared(draft, prepared);
      case Event.NotPrepared not -> AttemptStart.notPrepared(draft, not.why());
      case Event.WorkerUp up -> AttemptStart.up(draft, up);
      case Event.WorkerReady ready -> AttemptStart.ready(draft, ready);
      case Event.WorkerEntered entered -> AttemptStart.entered(draft, entered.worker());
      case Event.WorkerOffered offered -> AttemptStart.offered(draft, offered);
      case Event.WorkerLost lost -> WorkerLosses.lost(draft, lost);
      case Event.Progress progress -> FollowUps.progress(draft, progress);
      case Event.PartStored stored -> CheckpointAssembly.partStored(draft, stored);
      case Event.PartFailed failed -> CheckpointAssembly.partFailed(draft, failed);
      case Event.CheckpointStored stored -> CheckpointAssembly.stored(draft, stored);
      case Event.CheckpointNotStored not -> CheckpointAssembly.notStored(draft, not);
      case Event.Returned returned -> FollowUps.returned(draft, returned);
      case Event.Failed failed -> WorkerLosses.failed(draft, failed);
      case Event.Warmed warmed -> Spares.warmed(draft, warmed.worker());
      case Event.PeerDied died -> WorkerLosses.peerDied(draft, died);
      case Event.LinkLost lost -> LinkLosses.lost(draft, lost);
      case Event.RolledBack back -> RollBacks.asked(draft, back);
      case Event.Storing storing -> CheckpointAssembly.storing(draft, storing);
      case Event.Unwound unwound -> WorkerLosses.unwound(draft, unwound);
      case Event.Waiting waiting -> Stragglers.waiting(draft, waiting);
      case Event.Arrived arrived -> Stragglers.arrived(draft, arrived);
      case Event.Stacks stacks -> Stragglers.stacks(draft, stacks);
      case Event.StopAsked asked -> RunStops.asked(draft, asked);
      case Event.StopAnswered answered -> RunStops.answered(draft, answered);
      case Event.ScaleAsked asked -> Resizes.asked(draft, asked);
      case Event.NodesSeen seen -> Resizes.seen(draft, seen);
      case Event.Stayed stayed -> Resizes.stayed(draft, stayed);
      case Event.Noticed noticed -> PreemptionNotices.noticed(draft, noticed);
      case Event.NodeLeaves leaves -> PreemptionNotices.leaves(draft, leaves);
      case Event.HeldUp _ -> {}
      case Event.Tick tick -> WorkerLosses.tick(draft, tick.heard());
      case Event.Validated validated -> CheckpointValidation.validated(draft, validated);
      case Event.TimerFired fired -> Timers.fired(draft, fired.name());
    }
  }
}
