package dev.manta.internal.control;

import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.wire.ToWorker;

/// Carries effects out: to workers, to storage, to the clock, to the user.
final class EffectRunner implements Effects {
  private final WorkerCommands commands;
  private final WorkerMessages messages;
  private final CheckpointEffects checkpoints;
  private final EventQueue events;
  private final Runnable drill;
  private final GroupOffers offers;
  private long pings;

  /// @param drill gets this process ready for a death, beside everything else
  EffectRunner(
      WorkerCommands commands,
      WorkerMessages messages,
      CheckpointEffects checkpoints,
      EventQueue events,
      Runnable drill,
      GroupOffers offers) {
    this.commands = commands;
    this.messages = messages;
    this.checkpoints = checkpoints;
    this.events = events;
    this.drill = drill;
    this.offers = offers;
  }

  @Override
  public void perform(Effect effect, RunState state) {
    switch (effect) {
      case Effect.Prepare prepare -> checkpoints.prepare(prepare);
      case Effect.StartWorker start ->
          commands.startRank(start.worker(), start.attempt(), start.seat());
      case Effect.StartSpare spare -> {
        commands.startSpare(spare.worker(), spare.node());
        drill.run();
      }
      case Effect.SendWarm warm -> commands.send(warm.worker(), messages.warm());
      case Effect.SeatWorker seat -> commands.seat(seat.worker(), seat.attempt(), seat.seat());
      case Effect.StartValidator start -> commands.startValidator(start.worker(), start.seat());
      case Effect.Fence fence -> commands.fence(fence);
      case Effect.Adopt adopt ->
          commands.adopt(adopt.worker(), adopt.attempt(), adopt.seat(), adopt.pid());
      case Effect.Kill kill -> commands.kill(kill.worker());
      case Effect.GiveUp given -> commands.giveUp(given);
      case Effect.Leave leave -> commands.send(leave.worker(), new ToWorker.Leave());
      case Effect.SendJoin join -> commands.join(join, messages.join(join, state));
      case Effect.OpenGroup open ->
          commands.send(open.workers(), new ToWorker.Go(open.attempt(), offers.of(open.offers())));
      case Effect.SendGathered all ->
          commands.send(
              all.workers(), new ToWorker.Gathered(all.attempt(), offers.of(all.offers())));
      case Effect.AbortGroup abort ->
          commands.send(
              abort.workers(), new ToWorker.Abort(abort.attempt(), abort.why(), abort.rollsBack()));
      case Effect.CommitCheckpoint commit -> checkpoints.commit(commit);
      case Effect.SendCommitted told ->
          commands.send(told.workers(), WorkerMessages.committed(told));
      case Effect.SendNotCommitted told ->
          commands.send(
              told.workers(),
              new ToWorker.NotCommitted(told.attempt(), told.ordinal(), told.why()));
      case Effect.DeleteCheckpoints delete -> checkpoints.delete(delete.names());
      case Effect.Sweep _ -> checkpoints.sweep(state.kept(), state.attempt());
      case Effect.SweepCatalog _ -> checkpoints.sweepCatalog(state.kept());
      case Effect.SendStop stop ->
          commands.send(stop.workers(), new ToWorker.Stop(stop.attempt(), stop.at().orElse(0)));
      case Effect.SendResize resize ->
          commands.send(resize.workers(), new ToWorker.Resize(resize.attempt()));
      case Effect.SendNotice notice -> commands.send(notice.workers(), messages.notice(notice));
      case Effect.SendValidate validate ->
          commands.send(validate.worker(), messages.validate(validate));
      case Effect.AskStacks ask -> commands.send(ask.worker(), new ToWorker.Dump(ask.attempt()));
      case Effect.Ping ping -> commands.send(ping.workers(), new ToWorker.Ping(++pings));
      case Effect.ArmTimer timer ->
          events.later(timer.delay(), () -> new Event.TimerFired(timer.attempt(), timer.name()));
      case Effect.Warn said -> commands.warn(said.message());
      case Effect.EndRun _ -> checkpoints.sweepUploads();
    }
  }
}
