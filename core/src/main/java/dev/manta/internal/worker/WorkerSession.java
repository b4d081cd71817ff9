package dev.manta.internal.worker;

import dev.manta.collective.Waiting;
import dev.manta.internal.wire.Link;
import dev.manta.internal.wire.ToController;
import dev.manta.internal.wire.ToWorker;
import dev.manta.internal.wire.WorkerInbox;
import dev.manta.internal.worker.live.HeldCommits;
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

  /// What is left of a function that has returned is about to end.
  private static final Duration RETURNS_WITHIN = Duration.ofSeconds(1);

  private static final long ANSWER_NANOS_MAX = TimeUnit.SECONDS.toNanos(10);

  private Link link;
  private final SessionHost host;
  private final ControllerChannel channel;
  private final ReportSender reports;
  private final HeldCommits held = new HeldCommits();
  private volatile @Nullable FunctionRun current;
  private volatile boolean exits;
  private volatile @Nullable Thread loop;
  private boolean watched;
  private boolean takesTermination;
  private long orphanMillis;
  private int term;
  private @Nullable SpareWarmUp warmUp;
  private boolean validates;
  private boolean leftRun;

  public WorkerSession(Link link, SessionHost host) {
    this.link = link;
    this.host = host;
    this.channel = new ControllerChannel(link);
    this.orphanMillis = host.aloneMillis();
    this.reports = new ReportSender(channel);
  }

  /// Serves until the controller says leave, or is gone and none comes in its place. True where
  /// another session may serve over the same link, as this one has left its run.
  public boolean run() {
    serve();
    while (!leftRun && orphanMillis > 0 && reattach()) {
      serve();
    }
    if (!leftRun) {
      host.orphaned();
    }
    return leftRun;
  }

  private void serve() {
    try {
      for (byte[] frame = link.receive(); frame != null; frame = next()) {
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

  /// What comes after that is for the next session.
  private byte @Nullable [] next() throws IOException {
    return leftRun ? null : link.receive();
  }

  /// The function continues meanwhile. Calls until a controller answers; false when that took too
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
    FunctionRun run = current;
    int attempt = run == null ? 0 : run.attempt().number();
    int rank = run == null ? -1 : run.attempt().place().rank();
    long limit = Math.min(end - System.nanoTime(), ANSWER_NANOS_MAX);
    try {
      ControllerAnswer controllerAnswer =
          ControllerAnswer.of(() -> host.callAgain(attempt, rank, reports.acknowledged()), limit);
      return follows(ToWorker.read(controllerAnswer.answer()), controllerAnswer.link());
    } catch (IOException nobody) {
      return false;
    }
  }

  /// A controller whose time is over is not a controller. The same one may be back over another
  /// connection: whoever passes its frames on has been started again.
  private boolean follows(ToWorker answer, Link next) throws IOException {
    if (answer instanceof ToWorker.Welcome welcome && welcome.term() >= term) {
      follow(welcome);
      link = next;
      channel.moveTo(next);
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
      Thread.sleep(ControllerDial.CALL_EVERY_MILLIS);
    } catch (InterruptedException now) {
      Thread.currentThread().interrupt();
    }
  }

  /// The first call may have reached a later controller than the one that started this process.
  /// That one waits for what it has to hear again, and there is nothing.
  @Override
  public void welcome(ToWorker.Welcome message) {
    follow(message);
    if (orphanMillis > 0) {
      channel.send(new ToController.Restated());
    }
  }

  private void follow(ToWorker.Welcome message) {
    term = message.term();
    orphanMillis = message.orphanMillis();
    if (orphanMillis > 0) {
      channel.last();
    }
  }

  @Override
  public void join(ToWorker.Join message) {
    watch();
    host.seated(message.run().name(), message.place().rank());
    FunctionRun before = current;
    if (before != null) {
      before.attempt().abort("attempt " + message.attempt() + " begins", false);
    }
    channel.repeats().begin();
    reports.share(message.place().size());
    var attempt = new Attempt(message, host, channel, reports, held);
    var next = new FunctionRun(message.loop(), attempt, channel, held);
    current = next;
    SpareWarmUp begun = warmUp;
    Runnable task = begun == null ? next : begun.before(next);
    loop = start(message.run(), task, "rank-" + message.place().rank());
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

  private Thread start(ToWorker.RunFacts run, Runnable task, String name) {
    Runnable inRun =
        () -> {
          host.sampleByAbsolutePath(run.sampledByAbsolutePath());
          task.run();
        };
    Thread thread = new FunctionThread(inRun, name, channel.writing());
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
    if (warmUp == null) {
      warmUp = SpareWarmUp.start(message.loop(), host, channel);
    }
  }

  @Override
  public void validate(ToWorker.Validate message) {
    watch();
    validates = true;
    start(message.run(), new ValidationRun(message, host.loader(), channel), "validation");
  }

  @Override
  public void ack(ToWorker.Ack message) {
    reports.acknowledge(message.sequence());
    channel.repeats().acknowledged(message.sequence());
  }

  @Override
  public void committed(ToWorker.Committed message) {
    inAttempt(
        message.attempt(),
        run -> run.attempt().commits().add(message.ordinal(), message.committed()));
    channel.repeats().decided(message.ordinal());
  }

  @Override
  public void notCommitted(ToWorker.NotCommitted message) {
    inAttempt(
        message.attempt(), run -> run.attempt().commits().giveUp(message.ordinal(), message.why()));
    channel.repeats().decided(message.ordinal());
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
    Instant deadline = Instant.now().plusMillis(message.leftMillis());
    var notice = new Preemption(message.ranks(), deadline);
    inAttempt(message.attempt(), run -> run.attempt().notice(notice));
  }

  /// The process was told, by a signal, that it will be ended.
  void terminated() {
    FunctionRun run = current;
    if (run != null) {
      int attempt = run.attempt().number();
      channel.send(new ToController.Noticed(attempt, TERMINATED_WITHIN.toMillis(), "SIGTERM"));
    }
  }

  @Override
  public void abort(ToWorker.Abort message) {
    inAttempt(message.attempt(), run -> run.attempt().abort(message.why(), message.rollsBack()));
  }

  @Override
  public void dump(ToWorker.Dump message) {
    channel.send(new ToController.Stacks(message.attempt(), FailureText.everyThread(loop)));
  }

  @Override
  public void ping(ToWorker.Ping message) {
    channel.send(new ToController.Pong(message.id()));
    FunctionRun run = current;
    Thread function = loop;
    if (run != null && function != null) {
      run.pinged(function);
      run.attempt().group().waiting().ifPresent(waiting -> tell(run, waiting));
      run.tellArrivals();
      run.tellLoad();
    }
  }

  private void tell(FunctionRun run, Waiting waiting) {
    if (waiting.since().compareTo(WAITING_WORTH_TELLING) > 0) {
      channel.send(
          new ToController.Waiting(
              run.attempt().number(),
              waiting.call(),
              waiting.since().toMillis(),
              waiting.missing()));
    }
  }

  @Override
  public void leave(ToWorker.Leave message) {
    FunctionRun run = current;
    if (run != null) {
      run.attempt().storeRest();
    }
    if (!exits) {
      host.exit(0);
    }
  }

  /// A process that anything is left in is not used again, by the same rule as within a run.
  @Override
  public void leaveRun(ToWorker.LeaveRun message) {
    FunctionRun run = current;
    if (run != null) {
      run.attempt().storeRest();
    }
    if (!isClear(run)) {
      leave(new ToWorker.Leave());
      return;
    }
    host.clear();
    leftRun = true;
    channel.send(new ToController.LeftRun());
  }

  private boolean isClear(@Nullable FunctionRun run) {
    SpareWarmUp begun = warmUp;
    boolean warm = begun == null || begun.isOver();
    boolean empty = !validates && held.datasets().isEmpty(); // their memory is given back late
    return warm && empty && (run == null || (isOver(loop) && run.leavesNothing()));
  }

  private static boolean isOver(@Nullable Thread function) {
    try {
      return function != null && function.join(RETURNS_WITHIN);
    } catch (InterruptedException now) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /// Late messages of an attempt that is over change nothing.
  private void inAttempt(int attempt, Consumer<FunctionRun> action) {
    FunctionRun run = current;
    if (run != null && run.attempt().number() == attempt) {
      action.accept(run);
    }
  }

  /// Ends the attempt without the controller: its calls throw from now on, its thread is
  /// interrupted.
  public void abandon(String why) {
    FunctionRun run = current;
    Thread thread = loop;
    if (run != null && thread != null) {
      run.attempt().abort(why, false);
      thread.interrupt();
    }
  }

  /// The process ends itself: when the user's program called for it, that is said.
  void exiting() {
    FunctionRun run = current;
    for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      if (run != null && callsExit(each.getValue())) {
        exits = true;
        Attempt attempt = run.attempt();
        channel.send(FailureText.exit(attempt.number(), attempt.step(), each.getValue()));
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
    System.err.print(FailureText.stack(thrown));
    FunctionRun run = current;
    Thread function = loop;
    if (run != null && function != null && !run.attempt().gate().isClosed()) {
      run.threwElsewhere(thread, thrown, function);
    }
  }
}
