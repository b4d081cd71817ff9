package dev.manta.tune.internal.console;

import dev.manta.internal.console.LivePicture;
import dev.manta.tune.ResultGrid;
import dev.manta.tune.TuneConfig;
import dev.manta.tune.internal.experiment.ExperimentState;
import java.io.OutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/// Shows an experiment while it runs: a picture that is redrawn where output is a terminal, else a
/// line now and then; at the end the best trials.
public final class ExperimentView implements Consumer<ExperimentState>, AutoCloseable {
  private static final Duration REDRAWN = Duration.ofMillis(100);
  private static final Duration SAID = Duration.ofSeconds(5);
  private static final int BEST = 10;

  private final ExperimentLines lines;
  private final PrintStream out;
  private final Optional<LivePicture> picture;
  private long shown;
  private boolean warned;

  private ExperimentView(ExperimentLines lines, PrintStream out, Optional<LivePicture> picture) {
    this.lines = lines;
    this.out = out;
    this.picture = picture;
    this.shown = System.nanoTime();
  }

  /// On standard output, or nowhere.
  public static ExperimentView open(String name, TuneConfig config, boolean silent) {
    var lines = new ExperimentLines(name, config);
    return silent
        ? new ExperimentView(
            lines, new PrintStream(OutputStream.nullOutputStream()), Optional.empty())
        : new ExperimentView(lines, System.out, LivePicture.find());
  }

  /// Plain lines.
  static ExperimentView plain(String name, TuneConfig config, PrintStream out) {
    return new ExperimentView(new ExperimentLines(name, config), out, Optional.empty());
  }

  @Override
  public void accept(ExperimentState state) {
    if (!warned) {
      warn(state);
    }
    Duration every = picture.isPresent() ? REDRAWN : SAID;
    if (System.nanoTime() - shown >= every.toNanos()) {
      shown = System.nanoTime();
      show(state);
    }
  }

  /// Once: unless metrics may be missing, the first trial that ends without one makes an error of
  /// it.
  private void warn(ExperimentState state) {
    Optional<String> warning = lines.warning(state);
    warning.ifPresent(this::say);
    warned = warning.isPresent();
  }

  private synchronized void show(ExperimentState state) {
    picture.ifPresentOrElse(
        live -> live.draw(lines.picture(state, live.rows())),
        () -> out.println(lines.summary(state)));
  }

  /// Says something between two pictures. Any thread.
  public synchronized void say(String line) {
    out.println(line);
  }

  /// Shows what has come of it.
  public void end(ExperimentState state, ResultGrid results) {
    show(state);
    close();
    out.print(results.table(BEST));
    results.errors().stream()
        .findFirst()
        .ifPresent(
            failed ->
                out.println(
                    "trial %s failed: %s"
                        .formatted(failed.number(), first(failed.error().orElse("")))));
    out.println(
        results.isFinished()
            ? "experiment " + results.name() + " has finished; it is in " + results.path()
            : "experiment " + results.name() + " is stopped; the same name resumes it");
  }

  private static String first(String text) {
    return text.lines().findFirst().orElse("");
  }

  /// Leaves the terminal as it was found.
  @Override
  public void close() {
    picture.ifPresent(LivePicture::close);
  }
}
