package dev.manta.internal.run;

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

  /// The step that an event leads to; late news and news of an ended run change nothing.
  public Step step(RunState state, Event event, Instant now) {
    var draft = new Draft(state, settings, rules, now);
    boolean begins = event instanceof Event.ControllerStarted;
    if (begins || !state.status().ended()) {
      Accounts.book(draft, event);
    }
    if (begins || (!state.status().ended() && rules.current(state, event.attempt()))) {
      handle(draft, event);
      Course.proceed(draft);
    }
    return draft.done();
  }

  /// Whether a controller may end processes; a run whose workers go on with another controller
  /// asks.
  public boolean mayEnd(BooleanSupplier current) {
    return !settings.limits().lasting() || rules.mayEnd(current.getAsBoolean());
  }

  private static void handle(Draft draft, Event event) {
    switch (event) {
      case Event.ControllerStarted started when started.attaches() ->
          Reattaching.begin(draft, started.term());
      case Event.ControllerStarted started -> Opening.begin(draft, started.term());
      case Event.WorkerBack back -> Reattaching.back(draft, back);
      case Event.Restated restated -> Reattaching.restated(draft, restated.worker());
      case Event.Prepared prepared -> Opening.prepared(draft, prepared);
      case Event.NotPrepared not -> Opening.notPrepared(draft, not.why());
      case Event.WorkerUp up -> Opening.up(draft, up);
      case Event.WorkerReady ready -> Opening.ready(draft, ready);
      case Event.WorkerEntered entered -> Opening.entered(draft, entered.worker());
      case Event.WorkerOffered offered -> Opening.offered(draft, offered);
      case Event.WorkerLost lost -> Losses.lost(draft, lost);
      case Event.Progress progress -> Course.progress(draft, progress);
      case Event.PartStored stored -> Commits.partStored(draft, stored);
      case Event.PartFailed failed -> Commits.partFailed(draft, failed);
      case Event.CheckpointStored stored -> Commits.stored(draft, stored);
      case Event.CheckpointNotStored not -> Commits.notStored(draft, not);
      case Event.Returned returned -> Course.returned(draft, returned);
      case Event.Failed failed -> Losses.failed(draft, failed);
      case Event.Warmed warmed -> Spares.warmed(draft, warmed.worker());
      case Event.PeerDied died -> Losses.peerDied(draft, died);
      case Event.RolledBack back -> RollBacks.asked(draft, back);
      case Event.Storing storing -> Commits.storing(draft, storing);
      case Event.Unwound unwound -> Losses.unwound(draft, unwound);
      case Event.Waiting waiting -> Stragglers.waiting(draft, waiting);
      case Event.Arrived arrived -> Stragglers.arrived(draft, arrived);
      case Event.Stacks stacks -> Stragglers.stacks(draft, stacks);
      case Event.StopAsked asked -> Stops.asked(draft, asked);
      case Event.StopAnswered answered -> Stops.answered(draft, answered);
      case Event.ScaleAsked asked -> Resizes.asked(draft, asked);
      case Event.NodesSeen seen -> Resizes.seen(draft, seen);
      case Event.Stayed stayed -> Resizes.stayed(draft, stayed);
      case Event.Noticed noticed -> Notices.noticed(draft, noticed);
      case Event.Tick tick -> Losses.tick(draft, tick.heard());
      case Event.Validated validated -> Scores.validated(draft, validated);
      case Event.TimerFired fired -> Timers.fired(draft, fired.name());
    }
  }
}
