package dev.manta.internal.console;

import dev.manta.train.Failure;
import dev.manta.train.NewCheckpoint;
import dev.manta.train.Report;
import dev.manta.train.ReportReduction;
import dev.manta.train.RunListener;
import dev.manta.train.RunUpdate;
import java.io.PrintStream;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Shows a run's progress to the person who started it.
///
/// Opened before the run starts, closed when it has ended; closing twice does nothing.
public final class Console implements RunListener, AutoCloseable {
  /// Set to `true` where failures are to be shown with all there is of them.
  public static final String DEBUG_PROPERTY = "manta.debug";

  private static final long TICK_MILLIS = 100;

  private final InstantSource clock;
  private final Colours colours;
  private final RunProgress progress;
  private final View view;
  private Optional<RunSummary> ending = Optional.empty();
  private final Repeated repeated = new Repeated();
  private final ShownFailures failures = new ShownFailures(Boolean.getBoolean(DEBUG_PROPERTY));
  private Runnable around = () -> {};
  private volatile boolean quietRanks;
  private boolean closed;

  Console(String run, View view, Colours colours, InstantSource clock) {
    this(run, view, colours, clock, Map.of());
  }

  Console(
      String run,
      View view,
      Colours colours,
      InstantSource clock,
      Map<String, ReportReduction> reductions) {
    this.clock = clock;
    this.colours = colours;
    this.view = view;
    this.progress = new RunProgress(run, clock.instant(), reductions);
  }

  /// A live view if standard output is a terminal, else plain lines.
  ///
  /// @param reductions how metrics are reduced over ranks
  /// @param quietRanks whether only what rank 0 prints is shown
  public static Console open(
      String run, Map<String, ReportReduction> reductions, boolean quietRanks) {
    Console console =
        SystemTerminal.find()
            .map(terminal -> live(run, terminal, reductions))
            .orElseGet(() -> plain(run, reductions));
    console.quietRanks = quietRanks;
    console.restoreAtExit();
    Thread.ofPlatform().daemon().name("manta-console").start(console::keepTicking);
    return console;
  }

  /// A program that ends in the middle of a run leaves no hidden cursor behind.
  private void restoreAtExit() {
    var hook = new Thread(this::close, "manta-console-end");
    Runtime.getRuntime().addShutdownHook(hook);
    Runnable before = around;
    around =
        () -> {
          before.run();
          forget(hook);
        };
  }

  private static void forget(Thread hook) {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException _) {
      // The JVM is ending: the hook is running.
    }
  }

  private static Console live(
      String run, Terminal terminal, Map<String, ReportReduction> reductions) {
    var colours = new Colours(System.getenv().getOrDefault("NO_COLOR", "").isEmpty());
    var view = new LiveView(terminal, colours);
    var console = new Console(run, view, colours, steady(), reductions);
    console.around = new InterceptedOutput(console::say)::close;
    return console;
  }

  private static Console plain(String run, Map<String, ReportReduction> reductions) {
    PrintStream out = System.out;
    var view = new PlainView(out::println);
    return new Console(run, view, new Colours(false), steady(), reductions);
  }

  /// Time as it passes, whatever the machine's clock is set to.
  private static InstantSource steady() {
    Instant from = Instant.now();
    long nanos = System.nanoTime();
    return () -> from.plusNanos(System.nanoTime() - nanos);
  }

  private synchronized void keepTicking() {
    try {
      while (!closed) {
        tick();
        wait(TICK_MILLIS);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  synchronized void tick() {
    if (!closed) {
      if (progress.passed(clock.instant())) {
        view.reported(progress, clock.instant());
      }
      view.tick(progress, clock.instant());
    }
  }

  private synchronized void say(String line) {
    if (!closed) {
      view.say(line);
    }
  }

  @Override
  public synchronized void state(RunUpdate update) {
    if (!closed) {
      progress.heard(update);
      view.changed(progress, clock.instant());
    }
  }

  @Override
  public synchronized void report(Report report) {
    if (!closed && progress.heard(report, clock.instant())) {
      view.reported(progress, clock.instant());
    }
  }

  @Override
  public synchronized void checkpoint(NewCheckpoint checkpoint) {
    progress.committed(checkpoint.name());
  }

  @Override
  public void failure(Failure failure) {
    failures.lines(failure).forEach(line -> say(colours.red(TerminalLines.clean(line))));
  }

  @Override
  public void line(int rank, String line) {
    if (rank == 0 || !quietRanks) {
      say("[rank " + rank + "] " + TerminalLines.clean(line));
    }
  }

  @Override
  public void note(String message) {
    say(TerminalLines.clean(message));
  }

  @Override
  public void warning(String message) {
    String line = "warning: " + TerminalLines.clean(message);
    repeated.times(line).ifPresent(times -> say(colours.yellow(line + times)));
  }

  /// Says how the run ended; shown when the console is closed.
  public synchronized void end(RunSummary summary) {
    this.ending = Optional.of(summary);
  }

  @Override
  public void close() {
    around.run();
    synchronized (this) {
      if (!closed) {
        closed = true;
        if (progress.ended()) {
          view.reported(progress, clock.instant());
        }
        view.close(progress, clock.instant(), lastLines());
        notifyAll();
      }
    }
  }

  private List<String> lastLines() {
    return ending
        .map(end -> new EndLines(colours, command()).of(progress, end, clock.instant()))
        .orElse(List.of());
  }

  /// What the user typed for `manta`; the launcher says it.
  public static String command() {
    return System.getProperty("manta.command", "manta");
  }
}
