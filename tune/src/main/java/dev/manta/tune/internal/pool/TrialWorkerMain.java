package dev.manta.tune.internal.pool;

import dev.manta.internal.loop.LoopSpec;
import dev.manta.internal.machine.Sessions;
import dev.manta.internal.wire.SocketLink;
import dev.manta.internal.worker.ControllerDial;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import dev.manta.tune.Space;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import dev.manta.tune.internal.trial.TrialBody;
import dev.manta.tune.internal.trial.TrialCheckpoints;
import dev.manta.tune.internal.trial.TrialFunction;
import dev.manta.tune.internal.trial.TrialOrder;
import dev.manta.tune.internal.trial.TrialRun;
import dev.manta.tune.internal.trial.TrialSeat;
import java.io.IOException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// The main class of a process that runs trials of plain functions, one after the other, until its
/// driver is gone.
public final class TrialWorkerMain {
  private static final int STATUS_ORPHANED = 70;
  private static final int STATUS_NO_DRIVER = 71;

  private final SocketLink link;
  private final ExecutorService trials = Executors.newSingleThreadExecutor(TrialWorkerMain::thread);
  private @Nullable Function<?> function;
  private volatile @Nullable TrialSeat seat;

  private TrialWorkerMain(SocketLink link) {
    this.link = link;
  }

  /// What all trials of this process run.
  private record Function<C>(
      TrialBody<C> body, TrialRun.Configs<C> configs, TrialCheckpoints checkpoints) {
    TrialRun.Ending run(TrialOrder order, TrialSeat seat) {
      return TrialRun.run(order, body, configs, checkpoints, seat);
    }
  }

  /// Takes the directory with the driver's socket and token, and this worker's id.
  public static void main(String[] arguments) {
    try {
      SocketLink link = new ControllerDial(arguments[0], arguments[1]).ringUntilHeard(0);
      new TrialWorkerMain(link).serve();
      Sessions.endOthers();
      Runtime.getRuntime().halt(STATUS_ORPHANED);
    } catch (IOException e) {
      System.err.println("manta: worker " + arguments[1] + " cannot reach its driver: " + e);
      Runtime.getRuntime().halt(STATUS_NO_DRIVER);
    }
  }

  private void serve() throws IOException {
    for (byte[] frame = link.receive(); frame != null; frame = link.receive()) {
      TrialMessage.read(frame).ifPresent(this::hear);
    }
  }

  private void hear(TrialMessage message) {
    switch (message) {
      case TrialMessage.Setup setup -> function = function(setup, type(setup));
      case TrialMessage.Begin(TrialOrder order) -> begin(order);
      case TrialMessage.Continue(int trial, int attempt) -> {
        TrialSeat taken = seat;
        if (taken != null && taken.is(trial, attempt)) {
          taken.answer();
        }
      }
      case TrialMessage.Halt(int trial, int attempt, String reason) -> {
        TrialSeat taken = seat;
        if (taken != null && taken.is(trial, attempt)) {
          taken.halt(reason);
        }
      }
      case TrialMessage.Happened _ ->
          throw new IllegalArgumentException("a driver does not say what happened");
    }
  }

  /// One thread for all trials: starting one costs more than a short trial.
  private static Thread thread(Runnable work) {
    var thread = new Thread(work, "trial");
    thread.setContextClassLoader(ClassLoader.getSystemClassLoader());
    return thread;
  }

  private static Class<?> type(TrialMessage.Setup setup) {
    try {
      return Class.forName(setup.config(), false, ClassLoader.getSystemClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("the driver has asked for this class's location", e);
    }
  }

  private static <C> Function<C> function(TrialMessage.Setup setup, Class<C> type) {
    var spec = new LoopSpec(setup.className(), setup.method(), "", "");
    TrialFunction<C> called =
        TrialFunction.called(spec, setup.objective(), type, ClassLoader.getSystemClassLoader());
    TrialBody<C> body = called.body().reporting(setup.metric());
    Location experiment = Location.parse(setup.experiment());
    var checkpoints = new TrialCheckpoints(Storages.at(experiment), experiment);
    return new Function<>(body, new TrialRun.Configs<>(Space.of(), type), checkpoints);
  }

  private void begin(TrialOrder order) {
    Function<?> set = function;
    if (set == null) {
      throw new IllegalStateException("the driver says what to run before it begins trials");
    }
    var taken = new TrialSeat(order, this::say);
    seat = taken;
    trials.execute(() -> taken.leave(set.run(order, taken)));
  }

  /// A driver that is gone is seen by who reads.
  private void say(ExperimentEvent... happenings) {
    try {
      for (ExperimentEvent each : happenings) {
        link.send(new TrialMessage.Happened(each).frame());
      }
    } catch (IOException gone) {
      System.err.println("manta: the driver is gone");
    }
  }
}
