package dev.manta.tune.internal.drive;

import dev.manta.tune.internal.experiment.Order;
import dev.manta.tune.internal.trial.TrialBody;
import dev.manta.tune.internal.trial.TrialCheckpoints;
import dev.manta.tune.internal.trial.TrialNews;
import dev.manta.tune.internal.trial.TrialOrder;
import dev.manta.tune.internal.trial.TrialRun;
import dev.manta.tune.internal.trial.TrialSeat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/// Trials as threads of this process. A thread cannot be ended from outside: one that neither
/// reports nor returns keeps its place.
///
/// @param <C> the config's type
public final class ThreadTrials<C> implements TrialRunner {
  private static final long LEAVE_SECONDS = 5;

  private final TrialBody<C> body;
  private final TrialRun.Configs<C> configs;
  private final TrialCheckpoints checkpoints;
  private final TrialNews told;
  private final ExecutorService threads;
  private final Map<Integer, TrialSeat> seats = new ConcurrentHashMap<>();

  /// @param places how many trials run at a time
  /// @param told hears what happens, from any thread
  public ThreadTrials(
      TrialBody<C> body,
      TrialRun.Configs<C> configs,
      TrialCheckpoints checkpoints,
      int places,
      TrialNews told) {
    this.body = body;
    this.configs = configs;
    this.checkpoints = checkpoints;
    this.told = told;
    ThreadFactory daemons = Thread.ofPlatform().daemon().name("trial-", 0).factory();
    this.threads = Executors.newFixedThreadPool(places, daemons);
  }

  @Override
  public void begin(Order.Begin begin) {
    var seat = new TrialSeat(TrialOrder.of(begin), told);
    seats.put(begin.trial(), seat);
    threads.execute(() -> MachineCapacity.within(() -> run(seat)));
  }

  private void run(TrialSeat seat) {
    TrialRun.Ending ending = TrialRun.run(seat.order(), body, configs, checkpoints, seat);
    seats.remove(seat.order().trial(), seat);
    seat.leave(ending);
  }

  @Override
  public void proceed(int trial, int attempt) {
    TrialSeat seat = seats.get(trial);
    if (seat != null && seat.is(trial, attempt)) {
      seat.answer();
    }
  }

  @Override
  public void halt(int trial, int attempt, String reason) {
    TrialSeat seat = seats.get(trial);
    if (seat != null && seat.is(trial, attempt)) {
      seat.halt(reason);
    }
  }

  @Override
  public void close() {
    seats.values().forEach(seat -> seat.halt("the experiment is over"));
    threads.shutdownNow();
    try {
      if (!threads.awaitTermination(LEAVE_SECONDS, TimeUnit.SECONDS)) {
        System.getLogger("dev.manta.tune")
            .log(
                System.Logger.Level.WARNING,
                "trials {0} have not returned, and run on as threads of this process",
                seats.keySet());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
