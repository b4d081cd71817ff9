package dev.manta.internal.run;

import dev.manta.internal.load.DataLoad;
import dev.manta.internal.load.LoadPoint;
import dev.manta.internal.load.RankLoad;
import dev.manta.internal.load.RunLoad;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// What a run could do with the time of its steps, each advice with the figure behind it. A pure
/// rule over what its ranks say of their load.
final class LoadAdvice {
  /// The start of a run says nothing about the rest.
  private static final double SECONDS_ENOUGH = 60;

  private static final double DATA_WORTH = 0.1;
  private static final double COLLECTIVES_WORTH = 0.3;
  private static final double SHORT_STEP_SECONDS = 0.1;
  private static final double MOST_OF_THE_WORK = 0.5;

  private LoadAdvice() {}

  static List<String> of(RunLoad load) {
    List<RankLoad> known =
        load.ranks().stream().filter(rank -> rank.total().seconds() >= SECONDS_ENOUGH).toList();
    List<String> advice = new ArrayList<>();
    slowLoader(known).ifPresent(advice::add);
    smallBatches(known).ifPresent(advice::add);
    return advice;
  }

  /// The rank that waits longest holds the others up.
  private static Optional<String> slowLoader(List<RankLoad> ranks) {
    return ranks.stream()
        .max(Comparator.comparingDouble(rank -> dataShare(rank.total())))
        .filter(rank -> dataShare(rank.total()) >= DATA_WORTH)
        .map(LoadAdvice::slowLoader);
  }

  private static String slowLoader(RankLoad rank) {
    return said(
        "rank %d waited for rows for %.1f %% of its time%s: prepare rows in more processes with"
            + " DataConfig.split().dataWorkers(least, most), keep prepared ones with"
            + " Dataset.cache(), or prefetch more batches with BatchOptions.prefetch(n)",
        rank.rank(), 100 * dataShare(rank.total()), slowest(rank).orElse(""));
  }

  private static Optional<String> slowest(RankLoad rank) {
    return rank.data().stream()
        .max(Comparator.comparingDouble(DataLoad::stalledSeconds))
        .map(data -> " in dataset \"" + data.dataset() + "\"" + operator(data).orElse(""));
  }

  private static Optional<String> operator(DataLoad data) {
    double all = data.operators().values().stream().mapToDouble(Double::doubleValue).sum();
    return data.operators().entrySet().stream()
        .filter(each -> each.getValue() >= MOST_OF_THE_WORK * all && all > 0)
        .max(Map.Entry.comparingByValue())
        .map(
            each ->
                said(
                    ", where \"%s\" is %.0f %% of the work",
                    each.getKey(), 100 * each.getValue() / all));
  }

  private static double dataShare(LoadPoint point) {
    return point.dataSeconds() / point.seconds();
  }

  /// Ranks that wait for a late one wait in collectives too; the one that waits least does not.
  private static Optional<String> smallBatches(List<RankLoad> ranks) {
    return ranks.stream()
        .map(RankLoad::total)
        .filter(total -> total.steps() > 0 && total.collectiveSeconds().isPresent())
        .min(Comparator.comparingDouble(LoadAdvice::collectiveShare))
        .filter(total -> collectiveShare(total) >= COLLECTIVES_WORTH)
        .filter(total -> total.seconds() / total.steps() <= SHORT_STEP_SECONDS)
        .map(
            total ->
                said(
                    "every rank spent at least %.1f %% of its time in collectives, at %.1f ms a"
                        + " step: take larger batches, or average gradients over several of them",
                    100 * collectiveShare(total), 1000 * total.seconds() / total.steps()));
  }

  private static double collectiveShare(LoadPoint point) {
    return Math.min(1, point.collectiveSeconds().orElse(0.0) / point.seconds());
  }

  private static String said(String what, Object... figures) {
    return String.format(Locale.ROOT, what, figures);
  }
}
