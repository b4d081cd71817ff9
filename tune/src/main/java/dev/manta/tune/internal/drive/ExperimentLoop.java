package dev.manta.tune.internal.drive;

import dev.manta.spi.json.JsonBytes;
import dev.manta.tune.internal.experiment.Entry;
import dev.manta.tune.internal.experiment.EntryText;
import dev.manta.tune.internal.experiment.Experiment;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import dev.manta.tune.internal.experiment.ExperimentState;
import dev.manta.tune.internal.experiment.Order;
import dev.manta.tune.internal.experiment.Saved;
import dev.manta.tune.internal.experiment.Turn;
import dev.manta.tune.internal.trial.TrialCheckpoints;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Drives an experiment: takes what happened, asks the rules, writes their entries in one piece,
/// then carries out their orders.
///
/// Whoever has something to tell does that itself, unless somebody is at it already, who then does
/// it too: so a trial that ends hands its place on without a thread that has to wake up, and what
/// happens while a piece is written shares the next one.
final class ExperimentLoop {
  private static final long LOOK_MILLIS = 100;

  /// How often capacity is asked for that was not there, or given back for others.
  private static final long ASK_MILLIS = 250;

  private final Experiment experiment;
  private final Journal journal;
  private final TrialCheckpoints checkpoints;
  private final Queue<ExperimentEvent> inbox = new ConcurrentLinkedQueue<>();
  private final ReentrantLock deciding = new ReentrantLock();
  private final CountDownLatch over = new CountDownLatch(1);
  private final JsonBytes lines = new JsonBytes();
  private final List<Order> orders = new ArrayList<>();
  private final long began;
  private @Nullable TrialRunner runner;
  private @Nullable Capacity capacity;
  private long askedAt;
  private boolean refused;
  private volatile boolean asks;
  private volatile @Nullable Throwable broken;

  ExperimentLoop(Experiment experiment, Journal journal, TrialCheckpoints checkpoints) {
    this.experiment = experiment;
    this.journal = journal;
    this.checkpoints = checkpoints;
    this.began = System.nanoTime() - experiment.state().now() * 1_000_000;
  }

  /// These happened; any thread, any time. Nothing happens any more once it is over.
  void tell(ExperimentEvent... happenings) {
    Collections.addAll(inbox, happenings);
    decideAll();
  }

  /// Waits for nobody any more: trials are ended, and resume when the experiment is opened again.
  /// Any thread, any time.
  void abandon(String by) {
    tell(new ExperimentEvent.StopAsked(by));
    over.countDown();
  }

  /// Runs until all trials have ended, or everybody has left because somebody stopped it. An
  /// interrupt ends it at once; the thread's flag is set again then.
  ///
  /// @param available what the trials may use
  /// @param watching sees the experiment again and again
  void toEnd(TrialRunner trials, Capacity available, Consumer<ExperimentState> watching) {
    boolean interrupted = false;
    try (trials) {
      runner = trials;
      capacity = available;
      experiment.limitWorkers(0);
      tell(new ExperimentEvent.Opened());
      interrupted = isInterrupted(watching);
      awaitPiece();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    requireWhole();
  }

  private boolean isInterrupted(Consumer<ExperimentState> watching) {
    try {
      while (!over.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
        look(watching);
      }
      return false;
    } catch (InterruptedException e) {
      abandon("an interrupt");
      return true;
    }
  }

  /// Nothing is ordered any more when this returns.
  private void awaitPiece() {
    deciding.lock();
    try {
      runner = null;
    } finally {
      deciding.unlock();
    }
  }

  private void look(Consumer<ExperimentState> watching) {
    deciding.lock();
    try {
      watching.accept(experiment.state());
      if (experiment.deadline().filter(end -> now() >= end).isPresent()) {
        inbox.add(new ExperimentEvent.Enough("the time budget is used up"));
      }
      asks = now() - askedAt >= ASK_MILLIS;
    } finally {
      deciding.unlock();
    }
    decideAll();
  }

  private void requireWhole() {
    switch (broken) {
      case null -> {}
      case RuntimeException thrown -> throw thrown;
      case Error thrown -> throw thrown;
      case Throwable thrown -> throw new IllegalStateException(thrown);
    }
  }

  private long now() {
    return (System.nanoTime() - began) / 1_000_000;
  }

  /// Whoever adds to the inbox while another one decides finds the lock taken; that one looks again
  /// when it has given it back.
  private void decideAll() {
    while ((asks || !inbox.isEmpty()) && over.getCount() > 0 && deciding.tryLock()) {
      try {
        piece();
      } catch (RuntimeException | Error thrown) { // who waits for the end is told
        broken = thrown;
        over.countDown();
      } finally {
        deciding.unlock();
      }
    }
  }

  private void piece() {
    decide();
    for (int i = 0; i < orders.size() && over.getCount() > 0; i++) {
      carryOut(orders.get(i));
    }
    orders.clear();
    if (experiment.state().isDone()) {
      over.countDown();
    }
  }

  /// What was decided before something goes wrong is written all the same.
  private void decide() {
    try {
      for (ExperimentEvent each = inbox.poll(); each != null; each = inbox.poll()) {
        take(experiment.hear(now(), each));
      }
      if (asks || (experiment.lacksCapacity() && !refused)) {
        ask();
      }
    } finally {
      if (lines.length() > 0) {
        journal.append(lines.array(), lines.length());
        lines.clear();
      }
    }
  }

  private void take(Turn turn) {
    for (Entry entry : turn.entries()) {
      EntryText.write(entry, lines);
    }
    orders.addAll(turn.orders());
    turn.failure().ifPresent(ExperimentLoop::raise);
  }

  /// What is refused is not asked for again at once, however much happens.
  private void ask() {
    asks = false;
    askedAt = now();
    experiment.limitWorkers(capacity == null ? 0 : capacity.workers(experiment.need()));
    take(experiment.fill(askedAt));
    refused = experiment.lacksCapacity();
  }

  private static void raise(RuntimeException failure) {
    throw failure;
  }

  private void carryOut(Order order) {
    TrialRunner trials = runner;
    if (trials == null) {
      throw new IllegalStateException("nothing is ordered before there is somebody to do it");
    }
    switch (order) {
      case Order.Begin begin -> trials.begin(begin);
      case Order.Continue(int trial, int attempt) -> trials.proceed(trial, attempt);
      case Order.Resize(int trial, int attempt, int workers) ->
          trials.resize(trial, attempt, workers);
      case Order.Halt(int trial, int attempt, String reason) -> trials.halt(trial, attempt, reason);
      case Order.Discard(Saved saved) when TrialCheckpoints.isElsewhere(saved) ->
          trials.discard(saved);
      case Order.Discard(Saved saved) -> checkpoints.delete(saved);
    }
  }
}
