package dev.manta.tune.internal.trial;

import dev.manta.checkpoint.Checkpoint;
import dev.manta.train.Metrics;
import dev.manta.tune.TrialContext;
import dev.manta.tune.TrialStopped;
import dev.manta.tune.internal.experiment.Saved;
import java.util.Optional;

/// One attempt as its function sees it.
final class LiveTrial<C> implements TrialContext<C> {
  private final TrialOrder order;
  private final C config;
  private final TrialCheckpoints checkpoints;
  private final TrialLink link;
  private final Optional<Checkpoint> checkpoint;
  private long step;

  LiveTrial(TrialOrder order, C config, TrialCheckpoints checkpoints, TrialLink link) {
    this.order = order;
    this.config = config;
    this.checkpoints = checkpoints;
    this.link = link;
    this.checkpoint = order.from().map(checkpoints::load);
    this.step = order.step();
  }

  @Override
  public C config() {
    return config;
  }

  @Override
  public int number() {
    return order.trial();
  }

  @Override
  public int attempt() {
    return order.attempt();
  }

  @Override
  public long seed() {
    return order.seed();
  }

  @Override
  public long step() {
    return step;
  }

  @Override
  public Optional<Checkpoint> checkpoint() {
    return checkpoint;
  }

  @Override
  public void report(Metrics metrics) {
    say(metrics, Optional.empty());
  }

  @Override
  public void report(Metrics metrics, Checkpoint reported) {
    say(metrics, Optional.of(checkpoints.save(order, step + 1, metrics, reported)));
  }

  private void say(Metrics metrics, Optional<Saved> saved) {
    step++;
    link.report(metrics, saved)
        .ifPresent(
            reason -> {
              throw new TrialStopped(reason);
            });
  }

  @Override
  public boolean isStopped() {
    return link.stopped().isPresent();
  }
}
