package dev.manta.tune.internal.pool;

import dev.manta.cluster.Grant;
import dev.manta.cluster.GroupSettings;
import dev.manta.cluster.WorkerGroup;
import dev.manta.cluster.WorkerNews;
import dev.manta.cluster.WorkerSpec;
import dev.manta.internal.local.LocalCluster;
import dev.manta.internal.local.WorkerProgram;
import dev.manta.tune.internal.drive.TrialRunner;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import dev.manta.tune.internal.experiment.Order;
import dev.manta.tune.internal.trial.TrialNews;
import dev.manta.tune.internal.trial.TrialOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Trials in processes of this machine, which run one after the other: their classes stay loaded
/// and compiled. One that is lost takes its attempt along and nothing else; the next trial gets a
/// new process.
public final class ProcessTrials implements TrialRunner {
  /// How long an attempt that was told to leave may take for it, before its process is ended.
  private static final Duration LEAVE_WITHIN = Duration.ofSeconds(30);

  private final TrialMessage.Setup setup;
  private final TrialNews told;
  private final Duration leaveWithin;
  private final LocalCluster cluster;
  private final WorkerGroup group;
  private final Map<String, TrialProcess> workers = new HashMap<>();
  private final Deque<TrialProcess> idle = new ArrayDeque<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("manta-trials-timer").factory());
  private int started;
  private boolean closed;

  /// @param told hears what happens, from any thread
  public ProcessTrials(PoolPlan plan, TrialNews told) {
    this(plan, told, LEAVE_WITHIN);
  }

  ProcessTrials(PoolPlan plan, TrialNews told, Duration leaveWithin) {
    this.setup = plan.setup();
    this.told = told;
    this.leaveWithin = leaveWithin;
    this.cluster =
        new LocalCluster(WorkerProgram.ofThisProcess().running(TrialWorkerMain.class.getName()));
    GroupSettings settings = plan.settings();
    LocalCluster.endLeft(Path.of(settings.directory()));
    this.group = cluster.open(Grant.NONE, settings, this::hear);
  }

  /// One process and the attempt that it runs.
  private static final class TrialProcess {
    final String id;
    Optional<TrialOrder> runs = Optional.empty();
    int last = -1;
    boolean halted;

    TrialProcess(String id) {
      this.id = id;
    }

    boolean runs(int trial, int attempt) {
      return runs.filter(each -> each.trial() == trial && each.attempt() == attempt).isPresent();
    }
  }

  @Override
  public synchronized void begin(Order.Begin begin) {
    TrialProcess worker = idle.isEmpty() ? start() : taken(begin.trial());
    TrialOrder order = TrialOrder.of(begin);
    worker.runs = Optional.of(order);
    worker.last = begin.trial();
    worker.halted = false;
    send(worker, new TrialMessage.Begin(order));
  }

  /// The one that had the trial before, such as one that takes over a checkpoint, else the newest.
  private TrialProcess taken(int trial) {
    TrialProcess worker =
        idle.stream().filter(each -> each.last == trial).findFirst().orElseGet(idle::getLast);
    idle.remove(worker);
    return worker;
  }

  private TrialProcess start() {
    int number = started++;
    var worker = new TrialProcess("w" + number);
    workers.put(worker.id, worker);
    group.start(new WorkerSpec(worker.id, "local", 1, number));
    send(worker, setup);
    return worker;
  }

  private void send(TrialProcess worker, TrialMessage message) {
    group.send(worker.id, message.frame());
  }

  @Override
  public synchronized void proceed(int trial, int attempt) {
    find(trial, attempt)
        .ifPresent(worker -> send(worker, new TrialMessage.Continue(trial, attempt)));
  }

  @Override
  public synchronized void halt(int trial, int attempt, String reason) {
    Optional<TrialProcess> found = find(trial, attempt);
    if (found.isPresent()) {
      TrialProcess worker = found.get();
      worker.halted = true;
      send(worker, new TrialMessage.Halt(trial, attempt, reason));
      var _ =
          timer.schedule(
              () -> endIfThere(worker, trial, attempt),
              leaveWithin.toMillis(),
              TimeUnit.MILLISECONDS);
    }
  }

  private synchronized void endIfThere(TrialProcess worker, int trial, int attempt) {
    if (worker.runs(trial, attempt)) {
      group.kill(worker.id);
    }
  }

  private Optional<TrialProcess> find(int trial, int attempt) {
    return workers.values().stream().filter(each -> each.runs(trial, attempt)).findFirst();
  }

  private void hear(WorkerNews news) {
    switch (news) {
      case WorkerNews.Frame(String worker, byte[] bytes) ->
          TrialMessage.read(bytes).ifPresent(message -> hear(worker, message));
      case WorkerNews.Gone gone -> lost(gone);
      case WorkerNews.Connected _,
          WorkerNews.Back _,
          WorkerNews.Printed _,
          WorkerNews.Leaving _ -> {}
    }
  }

  private void hear(String worker, TrialMessage message) {
    if (message instanceof TrialMessage.Happened(ExperimentEvent happening)) {
      if (happening instanceof ExperimentEvent.Left) {
        free(worker);
      }
      told.tell(happening);
    }
  }

  private synchronized void free(String id) {
    TrialProcess worker = workers.get(id);
    if (worker != null && worker.runs.isPresent()) {
      worker.runs = Optional.empty();
      idle.add(worker);
    }
  }

  private void lost(WorkerNews.Gone gone) {
    Optional<ExperimentEvent> left = remove(gone);
    left.ifPresent(told::tell);
  }

  private synchronized Optional<ExperimentEvent> remove(WorkerNews.Gone gone) {
    TrialProcess worker = workers.remove(gone.worker());
    if (worker == null || closed) {
      return Optional.empty();
    }
    idle.remove(worker);
    return worker.runs.map(order -> left(order, worker.halted, gone));
  }

  private static ExperimentEvent left(TrialOrder order, boolean halted, WorkerNews.Gone gone) {
    ExperimentEvent.Manner manner =
        halted ? ExperimentEvent.Manner.HALTED : ExperimentEvent.Manner.LOST;
    String tail = gone.logTail().isBlank() ? "" : "\n" + gone.logTail().strip();
    String why = "its process ended: " + gone.exit() + tail;
    return new ExperimentEvent.Left(order.trial(), order.attempt(), manner, why);
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    timer.shutdownNow();
    group.close();
    cluster.close();
  }
}
