package dev.manta.tune.internal.trial;

import dev.manta.train.Metrics;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import dev.manta.tune.internal.experiment.Saved;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The place of one attempt: its function waits there for answers to its reports.
///
/// Whoever closes an experiment halts all seats, so nobody waits for ever.
public final class TrialSeat implements TrialLink {
  private final TrialOrder order;
  private final TrialNews driver;
  private boolean waits;
  private volatile @Nullable String stopped;

  /// @param driver hears the reports
  public TrialSeat(TrialOrder order, TrialNews driver) {
    this.order = order;
    this.driver = driver;
  }

  /// What runs here.
  public TrialOrder order() {
    return order;
  }

  /// Whether that attempt runs here.
  public boolean is(int trial, int attempt) {
    return order.trial() == trial && order.attempt() == attempt;
  }

  /// The driver is told without the lock, as it may answer another thread's seat meanwhile.
  @Override
  public Optional<String> report(Metrics metrics, Optional<Saved> saved) {
    synchronized (this) {
      waits = true;
    }
    driver.tell(new ExperimentEvent.Reported(order.trial(), order.attempt(), metrics, saved));
    try {
      await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("its thread was interrupted");
    }
    return stopped();
  }

  private synchronized void await() throws InterruptedException {
    while (waits) {
      wait();
    }
  }

  /// Tells how the attempt ended.
  public void leave(TrialRun.Ending ending) {
    int trial = order.trial();
    int attempt = order.attempt();
    var left = new ExperimentEvent.Left(trial, attempt, ending.manner(), ending.why());
    if (ending.value().isPresent()) {
      Metrics value = ending.value().get();
      driver.tell(new ExperimentEvent.Reported(trial, attempt, value, Optional.empty()), left);
    } else {
      driver.tell(left);
    }
  }

  /// The function continues.
  public synchronized void answer() {
    waits = false;
    notifyAll();
  }

  /// The function is to leave.
  public void halt(String reason) {
    stopped = reason;
    answer();
  }

  @Override
  public Optional<String> stopped() {
    return Optional.ofNullable(stopped);
  }
}
