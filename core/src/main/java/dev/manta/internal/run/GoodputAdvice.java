package dev.manta.internal.run;

import dev.manta.internal.load.RunLoad;
import dev.manta.internal.run.state.RunState;
import dev.manta.train.Ledger;
import dev.manta.train.Ledger.Kind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/// What a run could do with its time instead, each advice with the figure behind it. A pure rule
/// over the goodput ledger, over who comes last into collectives, and over what ranks say of their
/// load.
public final class GoodputAdvice {
  /// What is below this share of the time is not worth a change.
  private static final double WORTH = 0.05;

  /// Starting is paid once, so it counts only in a run of some length.
  private static final double STARTING_WORTH = 0.2;

  private static final Duration LONG_ENOUGH = Duration.ofMinutes(1);
  private static final long COLLECTIVES_ENOUGH = 100;
  private static final double LAST_TOO_OFTEN = 0.5;

  private final String reference;
  private final Ledger ledger;
  private final List<String> advice = new ArrayList<>();

  private GoodputAdvice(String reference, Ledger ledger) {
    this.reference = reference;
    this.ledger = ledger;
  }

  /// What to change, the costliest first; empty where nothing stands out.
  ///
  /// @param reference the run's name, as a command takes it
  public static List<String> of(String reference, Ledger ledger, RunState state, RunLoad load) {
    var rules = new GoodputAdvice(reference, ledger);
    if (ledger.total().compareTo(LONG_ENOUGH) >= 0) {
      List<Kind> costly =
          ledger.spent().keySet().stream()
              .sorted((one, other) -> Double.compare(ledger.share(other), ledger.share(one)))
              .toList();
      costly.forEach(rules::about);
    }
    rules.aboutStraggler(state);
    rules.advice.addAll(LoadAdvice.of(load));
    return List.copyOf(rules.advice);
  }

  private void about(Kind kind) {
    switch (kind) {
      case USEFUL, IDLE -> {}
      case ROLLED_BACK ->
          say(
              kind,
              WORTH,
              "was done in vain, and again: report a checkpoint more often, or register state by ctx.live, which survives in memory");
      case STARTING ->
          say(
              kind,
              STARTING_WORTH,
              "went into starting: do more in one run, or load less before the first step");
      case RECOVERING ->
          say(
              kind,
              WORTH,
              "went into recovering: keep a warm worker by FailureConfig.spares(1), and see `manta show %s` for what fails"
                  .formatted(reference));
      case CHECKPOINTING ->
          say(
              kind,
              WORTH,
              "was waited for checkpoints: report them less often, or let them upload in the background (Upload.ASYNC)");
      case WAITING ->
          say(
              kind,
              WORTH,
              "was waited for a late rank or for capacity: `manta why %s` names who is late while it happens"
                  .formatted(reference));
    }
  }

  private void say(Kind kind, double worth, String what) {
    if (ledger.share(kind) >= worth) {
      advice.add(
          String.format(Locale.ROOT, "%.1f %% of the time %s", 100 * ledger.share(kind), what));
    }
  }

  /// With two ranks each is last half of the time by chance.
  private void aboutStraggler(RunState state) {
    List<Double> shares = state.arrivals().shares();
    if (state.arrivals().total() < COLLECTIVES_ENOUGH || shares.size() < 2) {
      return;
    }
    double suspicious = Math.max(LAST_TOO_OFTEN, 1.6 / shares.size());
    IntStream.range(0, shares.size())
        .filter(rank -> shares.get(rank) >= suspicious)
        .forEach(
            rank ->
                advice.add(
                    String.format(
                        Locale.ROOT,
                        "rank %d was the last into %.0f %% of collectives, so the others wait for it: compare its data and its machine with theirs, and profile it: manta profile %s --rank %d",
                        rank,
                        100 * shares.get(rank),
                        reference,
                        rank)));
  }
}
