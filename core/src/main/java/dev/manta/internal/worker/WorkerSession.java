package dev.manta.internal.worker;

import dev.manta.collective.Waiting;
import dev.manta.internal.wire.Link;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.internal.wire.WorkerInbox;
import dev.manta.train.Preemption;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A worker's side of the conversation: reads what the controller says, on the thread that calls
/// [#run], and does it. Training runs on a thread of its own, so a ping is always answered.
public final class WorkerSession implements WorkerInbox {
  private static final int STATUS_BROKEN = 72;
  private static final Duration TERMINATED_WITHIN = Duration.ofSeconds(30);
  private static final Duration WAITING_WORTH_TELLING = Duration.ofSeconds(3);

  private static final long ANSWER_NANOS_MAX = TimeUnit.SECONDS.toNanos(10);

  private Link link;
  private final Host host;
  private final Outlet outlet;
  private final Reports reports;
  private final Holding holding = new Holding();
  private volatile @Nullable LoopRun current;
  private volatile boolean exits;
  private volatile @Nullable Thread loop;
  private boolean watched;
  private boolean takesTermination;
  private long orphanMillis;
  private int term;
  private @Nullable Warming warming;

  public WorkerSession(Link link, Host host) {
    this.link = link;
    this.host = host;
    this.outlet = new Outlet(link);
    this.orphanMillis = host.aloneMillis();
    this.reports = new Reports(outlet);
  }

  /// Serves until the controller says leave, or is gone and none comes in its place.
  public void run() {
    serve();
    while (orphanMillis > 0 && reattach()) {
      serve();
    }
    host.orphaned();
  }

  private void serve() {
    try {
      for (byte[] frame = link.receive(); frame != null; frame = link.receive()) {
        ToWorker.read(frame).deliver(this);
      }
    } catch (IOException gone) {
      // a broken connection is a controller that is gone
    } catch (RuntimeException | Error broken) {
      System.err.println("manta: this worker's control thread failed");
      broken.printStackTrace();
      host.exit(STATUS_BROKEN);
    }
  }

  /// The function goes on meanwhile. Calls until a controller answers; false when that took too
  /// long.
  private boolean reattach() {
    link.close();
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(orphanMillis);
    while (System.nanoTime() < end) {
      if (answered(end)) {
        return true;
      }
      pause();
    }
    return false;
  }

  private boolean answered(long end) {
    LoopRun run = current;
    int attempt = run == null ? 0 : run.attempt().number();
    int rank = run == null ? -1 : run.attempt().place().rank();
    long limit = Math.min(end - System.nanoTime(), ANSWER_NANOS_MAX);
    try {
      Call call = Call.of(() -> host.callAgain(attempt, rank, reports.acknowledged()), limit);
      return follows(ToWorker.read(call.answer()), call.link());
    } catch (IOException nobody) {
      return false;
    }
  }

  /// A controller whose time is over is no controller.
  private boolean follows(ToWorker answer, Link next) throws IOException {
    if (answer instanceof ToWorker.Welcome welcome && welcome.term() > term) {
      welcome(welcome);
      link = next;
      outlet.moveTo(next);
      return true;
    }
    next.close();
    if (answer instanceof ToWorker.Leave) {
      answer.deliver(this);
    }
    return false;
  }

  private static void pause() {
    try {
      Thread.sleep(Bell.CALL_EVERY_MILLIS);
    } catch (InterruptedException now) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void welcome(ToWorker.Welcome message) {
    term = message.term();
    orphanMillis = message.orphanMillis();
    if (orphanMillis > 0) {
      outlet.last();
    }
  }

  @Override
  public void join(ToWorker.Join message) {
    watch();
    LoopRun before = current;
    if (before != null) {
      before.attempt().abort("attempt " + message.attempt() + " begins", false);
    }
    outlet.repeats().begin();
    reports.share(message.place().size());
    var attempt = new Attempt(message, host, outlet, reports, holding);
    var next = new LoopRun(message.loop(), attempt, outlet, holding);
    current = next;
    Warming begun = warming;
    Runnable task = begun == null ? next : begun.before(next);
    loop = start(task, "rank-" + message.place().rank());
  }

  private void watch() {
    if (!watched) {
      watched = true;
      host.watch(this);
    }
  }

  /// Beside the function, as it takes some milliseconds.
  private void takeTermination() {
    if (!takesTermination) {
      takesTermination = true;
      Thread.ofPlatform()
          .daemon()
          .name("manta-signal")
          .start(() -> host.onTermination(this::terminated));
    }
  }

  private Thread start(Runnable task, String name) {
    Thread thread = new LoopThread(task, name, outlet.writing());
    thread.setContextClassLoader(host.loader());
    thread.start();
    return thread;
  }

  @Override
  public void go(ToWorker.Go message) {
    inAttempt(message.attempt(), run -> run.go(message.offers()));
    takeTermination();
  }

  @Override
  public void gathered(ToWorker.Gathered message) {
    inAttempt(message.attempt(), run -> run.attempt().group().gathered(message.offers()));
  }

  @Override
  public void warm(ToWorker.Warm message) {
    if (warming == null) {
      warming = Warming.start(message.loop(), host, outlet);
    }
  }

  @Override
  public void validate(ToWorker.Validate message) {
    watch();
    start(new ValidationRun(message, host.loader(), outlet), "validation");
  }

  @Override
  public void ack(ToWorker.Ack message) {
    reports.acknowledge(message.sequence());
    outlet.repeats().acknowledged(message.sequence());
  }

  @Override
  public void committed(ToWorker.Committed message) {
    inAttempt(
        message.attempt(),
        run -> run.attempt().commits().add(message.ordinal(), message.committed()));
    outlet.repeats().decided(message.ordinal());
  }

  @Override
  public void notCommitted(ToWorker.NotCommitted message) {
    inAttempt(
        message.attempt(), run -> run.attempt().commits().giveUp(message.ordinal(), message.why()));
    outlet.repeats().decided(message.ordinal());
  }

  @Override
  public void stop(ToWorker.Stop message) {
    inAttempt(message.attempt(), run -> run.attempt().stopping().take(message));
  }

  @Override
  public void resize(ToWorker.Resize message) {
    inAttempt(message.attempt(), run -> run.attempt().resizing().take());
  }

  @Override
  public void notice(ToWorker.Notice message) {
    var notice = new Preemption(message.ranks(), Instant.ofEpochMilli(message.deadlineMillis()));
    inAttempt(message.attempt(), run -> run.attempt().notice(notice));
  }

  /// The process was told, by a signal, that it will be ended.
  void terminated() {
    LoopRun run = current;
    if (run != null) {
      int attempt = run.attempt().number();
      outlet.send(new ToController.Noticed(attempt, TERMINATED_WITHIN.toMillis(), "SIGTERM"));
    }
  }

  @Override
  public void abort(ToWorker.Abort message) {
    inAttempt(message.attempt(), run -> run.attempt().abort(message.why(), message.rollsBack()));
  }

  @Override
  public void dump(ToWorker.Dump message) {
    outlet.send(new ToController.Stacks(message.attempt(), Blame.everyThread(loop)));
  }

  @Override
  public void ping(ToWorker.Ping message) {
    outlet.send(new ToController.Pong(message.id()));
    LoopRun run = current;
    Thread function = loop;
    if (run != null && function != null) {
      run.pinged(function);
      run.attempt().group().waiting().ifPresent(waiting -> tell(run, waiting));
      run.tellArrivals();
    }
  }

  private void tell(LoopRun run, Waiting waiting) {
    if (waiting.since().compareTo(WAITING_WORTH_TELLING) > 0) {
      outlet.send(
          new ToController.Waiting(
              run.attempt().number(),
              waiting.call(),
              waiting.since().toMillis(),
              waiting.missing()));
    }
  }

  @Override
  public void leave(ToWorker.Leave message) {
    LoopRun run = current;
    if (run != null) {
      run.attempt().storeRest();
    }
    if (!exits) {
      host.exit(0);
    }
  }

  /// Late messages of an attempt that is over change nothing.
  private void inAttempt(int attempt, Consumer<LoopRun> action) {
    LoopRun run = current;
    if (run != null && run.attempt().number() == attempt) {
      action.accept(run);
    }
  }

  /// Ends the attempt without the controller: its calls throw from now on, its thread is
  /// interrupted.
  public void abandon(String why) {
    LoopRun run = current;
    Thread thread = loop;
    if (run != null && thread != null) {
      run.attempt().abort(why, false);
      thread.interrupt();
    }
  }

  /// The process ends itself: when the user's program called for it, that is said.
  void exiting() {
    LoopRun run = current;
    for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      if (run != null && callsExit(each.getValue())) {
        exits = true;
        Attempt attempt = run.attempt();
        outlet.send(Blame.exit(attempt.number(), attempt.step(), each.getValue()));
      }
    }
  }

  private static boolean callsExit(StackTraceElement[] stack) {
    for (StackTraceElement frame : stack) {
      if (frame.getClassName().equals("java.lang.Runtime")
          && frame.getMethodName().equals("exit")) {
        return true;
      }
    }
    return false;
  }

  /// A thread of the user's program ended with an exception that nobody caught.
  void uncaught(Thread thread, Throwable thrown) {
    System.err.println("manta: uncaught in thread \"" + thread.getName() + "\"");
    System.err.print(Blame.stack(thrown));
    LoopRun run = current;
    Thread function = loop;
    if (run != null && function != null && !run.attempt().gate().isClosed()) {
      run.threwElsewhere(thread, thrown, function);
    }
  }
}
