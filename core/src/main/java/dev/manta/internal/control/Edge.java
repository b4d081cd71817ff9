package dev.manta.internal.control;

import dev.manta.internal.run.state.Effect;
import dev.manta.internal.run.state.Event;
import dev.manta.internal.run.state.RunState;
import dev.manta.internal.wire.ToWorker;

/// Carries effects out: to workers, to storage, to the clock, to the user.
final class Edge implements Effects {
  private final Hands hands;
  private final Messages messages;
  private final Vault vault;
  private final Post post;
  private final Runnable drill;
  private final Offers offers;
  private long pings;

  /// @param drill gets this process ready for a death, beside everything else
  Edge(Hands hands, Messages messages, Vault vault, Post post, Runnable drill, Offers offers) {
    this.hands = hands;
    this.messages = messages;
    this.vault = vault;
    this.post = post;
    this.drill = drill;
    this.offers = offers;
  }

  @Override
  public void perform(Effect effect, RunState state) {
    switch (effect) {
      case Effect.Prepare prepare -> vault.prepare(prepare);
      case Effect.StartWorker start ->
          hands.startRank(start.worker(), start.attempt(), start.seat());
      case Effect.StartSpare spare -> {
        hands.startSpare(spare.worker(), spare.node());
        drill.run();
      }
      case Effect.SendWarm warm -> hands.send(warm.worker(), messages.warm());
      case Effect.SeatWorker seat -> hands.seat(seat.worker(), seat.attempt(), seat.seat());
      case Effect.StartValidator start -> hands.startValidator(start.worker(), start.seat());
      case Effect.Fence fence -> hands.fence(fence.worker(), fence.pid());
      case Effect.Adopt adopt ->
          hands.adopt(adopt.worker(), adopt.attempt(), adopt.seat(), adopt.pid());
      case Effect.Kill kill -> hands.kill(kill.worker());
      case Effect.GiveUp given -> hands.giveUp(given.worker(), given.who(), given.pid());
      case Effect.Leave leave -> hands.send(leave.worker(), new ToWorker.Leave());
      case Effect.SendJoin join -> hands.join(join, messages.join(join, state));
      case Effect.OpenGroup open ->
          hands.send(open.workers(), new ToWorker.Go(open.attempt(), offers.of(open.offers())));
      case Effect.SendGathered all ->
          hands.send(all.workers(), new ToWorker.Gathered(all.attempt(), offers.of(all.offers())));
      case Effect.AbortGroup abort ->
          hands.send(
              abort.workers(), new ToWorker.Abort(abort.attempt(), abort.why(), abort.rollsBack()));
      case Effect.CommitCheckpoint commit -> vault.commit(commit);
      case Effect.SendCommitted told -> hands.send(told.workers(), Messages.committed(told));
      case Effect.SendNotCommitted told ->
          hands.send(
              told.workers(),
              new ToWorker.NotCommitted(told.attempt(), told.ordinal(), told.why()));
      case Effect.DeleteCheckpoints delete -> vault.delete(delete.names());
      case Effect.Sweep _ -> vault.sweep(state.kept(), state.attempt());
      case Effect.SweepCatalog _ -> vault.sweepCatalog(state.kept());
      case Effect.SendStop stop ->
          hands.send(stop.workers(), new ToWorker.Stop(stop.attempt(), stop.at()));
      case Effect.SendResize resize ->
          hands.send(resize.workers(), new ToWorker.Resize(resize.attempt()));
      case Effect.SendNotice notice ->
          hands.send(
              notice.workers(),
              new ToWorker.Notice(
                  notice.attempt(), notice.ranks(), notice.deadline().toEpochMilli()));
      case Effect.SendValidate validate ->
          hands.send(validate.worker(), messages.validate(validate));
      case Effect.AskStacks ask -> hands.send(ask.worker(), new ToWorker.Dump(ask.attempt()));
      case Effect.Ping ping -> hands.send(ping.workers(), new ToWorker.Ping(++pings));
      case Effect.ArmTimer timer ->
          post.later(timer.delay(), () -> new Event.TimerFired(timer.attempt(), timer.name()));
      case Effect.Warn said -> hands.warn(said.message());
      case Effect.EndRun _ -> {}
    }
  }
}
