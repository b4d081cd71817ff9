package dev.manta.cli.runs;

import dev.manta.internal.console.MetricTexts;
import dev.manta.internal.console.ReadableNumbers;
import dev.manta.internal.run.state.CommittedCheckpoint;
import dev.manta.internal.run.state.KeptCheckpoints;
import dev.manta.internal.run.state.LateRank;
import dev.manta.internal.run.state.Worker;
import dev.manta.internal.stored.RunStory;
import dev.manta.internal.stored.StoredRun;
import dev.manta.train.Ledger;
import dev.manta.train.ReportedCheckpoint;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// One run as text.
public final class RunPage {
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

  private static final int CHECKPOINTS_SHOWN = 50;
  private static final int RANKS_SHOWN = 4;

  private final StoredRun run;
  private final ZoneId zone;
  private final List<String> lines = new ArrayList<>();

  /// The page of a run, with times in that zone.
  public RunPage(StoredRun run, ZoneId zone) {
    this.run = run;
    this.zone = zone;
  }

  /// Its lines, the story of the run among them.
  public List<String> lines(List<RunStory.Line> story) {
    lines.add(run.name() + "  " + run.status() + ": " + RunStory.headline(run));
    field("started", DAY.format(run.file().created().atZone(zone)) + ", " + took());
    field("function", function());
    field("config", run.file().loop().config());
    field("attempts", String.valueOf(run.state().attempt()));
    field("retries", retries());
    field("time", time());
    field("last in", lastIn());
    field("metrics", MetricTexts.line(run.lastMetrics()));
    field("missing", missing());
    field("results", run.location().shown());
    addWorkers();
    addLate();
    addCheckpoints();
    addStory(story);
    addFailure();
    return lines;
  }

  private String took() {
    Duration took = Duration.between(run.file().created(), run.changed());
    String what = run.state().status().ended() ? "ended" : "last change";
    return took.isNegative()
        ? what + " before that, as the clock was set back"
        : what + " after " + ReadableNumbers.time(took);
  }

  /// What somebody has removed; the rest is shown all the same.
  private String missing() {
    List<String> missing = run.missingMetrics();
    String more = missing.size() > 1 ? " and %s more".formatted(missing.size() - 1) : "";
    return missing.isEmpty() ? "" : missing.getFirst() + more + ": those metrics are not shown";
  }

  private String function() {
    String method = run.file().loop().method();
    return run.file().loop().className() + (method.isEmpty() ? "" : "::" + method);
  }

  private void field(String name, String value) {
    if (!value.isBlank()) {
      lines.add("  " + name + " ".repeat(10 - name.length()) + value);
    }
  }

  private void addWorkers() {
    var table = new TextTable();
    for (Worker worker : run.state().group()) {
      table.row(
          "  rank " + worker.rank(),
          worker.id(),
          worker.seat().node(),
          worker.seat().device(),
          worker.pid().isPresent() ? "pid " + worker.pid().getAsLong() : "no process yet",
          run.standing(worker));
    }
    section("workers of the last attempt", table);
  }

  private String retries() {
    int used = run.state().budget().used();
    return used == 0
        ? ""
        : run.file().retries().map(most -> used + " of " + most + " used").orElse(used + " used");
  }

  private String time() {
    Ledger ledger = run.ledger(Instant.now());
    return ledger.total().isZero() ? "" : ledger.toString();
  }

  /// Who keeps the others waiting in collectives, the worst first.
  private String lastIn() {
    List<Double> shares = run.state().arrivals().shares();
    String ranks =
        IntStream.range(0, shares.size())
            .boxed()
            .sorted(Comparator.comparing(shares::get).reversed())
            .limit(RANKS_SHOWN)
            .map(
                rank -> String.format(Locale.ROOT, "rank %s %.0f %%", rank, 100 * shares.get(rank)))
            .collect(Collectors.joining(", "));
    return ranks.isEmpty() ? "" : ranks + " of all collectives";
  }

  private void addLate() {
    for (LateRank late : run.state().current().late()) {
      lines.add("");
      lines.add(late.toString());
      late.stacks().ifPresent(text -> text.indent(2).lines().forEach(lines::add));
    }
  }

  private void addCheckpoints() {
    var table = new TextTable();
    KeptCheckpoints all = run.state().kept();
    List<CommittedCheckpoint> newest = all.newestFirst().limit(CHECKPOINTS_SHOWN).toList();
    if (newest.size() < all.size()) {
      table.row("  … " + (all.size() - newest.size()) + " older ones, which --json shows");
    }
    String best = run.best().map(ReportedCheckpoint::name).orElse("");
    for (CommittedCheckpoint checkpoint : newest.reversed()) {
      String what =
          checkpoint.isIntact()
              ? MetricTexts.line(run.metrics(checkpoint))
              : "damaged: " + checkpoint.damage().orElseThrow();
      String mark = checkpoint.name().equals(best) ? "* " : "  ";
      table.row(mark + checkpoint.name(), "step " + checkpoint.step(), what + inUse(checkpoint));
    }
    section(best.isEmpty() ? "checkpoints" : "checkpoints (* the best)", table);
  }

  /// A checkpoint that may be one more than the run was told to keep.
  private String inUse(CommittedCheckpoint checkpoint) {
    boolean began =
        run.state().current().startedFrom().filter(checkpoint.name()::equals).isPresent();
    return began && !run.state().status().ended()
        ? "  (attempt %s started from it: kept until that ends)".formatted(run.state().attempt())
        : "";
  }

  private void addStory(List<RunStory.Line> story) {
    var table = new TextTable();
    for (RunStory.Line line : story) {
      String attempt = line.attempt() == 0 ? "" : "attempt " + line.attempt();
      table.row("  " + TIME.format(line.at().atZone(zone)), line.status(), attempt, line.reason());
    }
    section("what happened", table);
  }

  private void addFailure() {
    run.state()
        .failure()
        .ifPresent(
            failure -> {
              lines.add("");
              lines.add("last failure");
              failure.describe().indent(2).lines().forEach(lines::add);
            });
  }

  private void section(String title, TextTable table) {
    if (!table.lines().isEmpty()) {
      lines.add("");
      lines.add(title);
      lines.addAll(table.lines());
    }
  }
}
