package dev.manta.tune.internal.drive;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.tune.Goal;
import dev.manta.tune.Space;
import dev.manta.tune.TuneConfig;
import java.util.ArrayList;
import java.util.List;

/// What an experiment was begun with: the first line of its journal. Who resumes it must say the
/// same.
///
/// @param version of the journal's format
/// @param function what runs trials; empty for one without a name
/// @param samples how many trials were planned; 0 for any number
record ExperimentHead(
    int version,
    String function,
    List<String> space,
    List<String> goals,
    String searcher,
    String scheduler,
    long seed,
    int samples) {
  static final int VERSION = 1;
  private static final int TEXT_MAX = 300;

  ExperimentHead {
    space = List.copyOf(space);
    goals = List.copyOf(goals);
  }

  static ExperimentHead of(TuneConfig config, Space space, String function) {
    return new ExperimentHead(
        VERSION,
        function,
        space.texts(),
        config.goals().stream().map(ExperimentHead::text).toList(),
        shortened(config.searcher().toString()),
        shortened(config.scheduler().toString()),
        config.seed(),
        config.samples().orElse(0));
  }

  private static String text(Goal goal) {
    return (goal.maximize() ? "maximize " : "minimize ") + goal.metric();
  }

  /// Objects without a text of their own differ in every process: their class is what counts.
  private static String shortened(String text) {
    String plain = text.replaceAll("(\\$\\$Lambda)?[/0-9a-fx]*@[0-9a-f]+", "");
    return plain.length() <= TEXT_MAX
        ? plain
        : plain.substring(0, TEXT_MAX) + "… " + Integer.toHexString(plain.hashCode());
  }

  Json json() {
    return Bind.write(this);
  }

  static ExperimentHead read(Json line) {
    return Bind.read(line, ExperimentHead.class, "journal");
  }

  /// A config with these goals, for who only reads.
  TuneConfig goalsAlone() {
    return TuneConfig.of(goals.stream().map(ExperimentHead::goal).toArray(Goal[]::new));
  }

  private static Goal goal(String text) {
    String metric = text.substring(text.indexOf(' ') + 1);
    return text.startsWith("max") ? Goal.maximize(metric) : Goal.minimize(metric);
  }

  /// What of this differs from what an experiment was begun with, a line each.
  List<String> differences(ExperimentHead before, Space mine) {
    List<String> all = new ArrayList<>(mine.differences(before.space));
    differ("function", function, before.function, all);
    differ("goals", goals, before.goals, all);
    differ("searcher", searcher, before.searcher, all);
    differ("scheduler", scheduler, before.scheduler, all);
    differ("seed", seed, before.seed, all);
    differ("samples", samples, before.samples, all);
    return all;
  }

  private static void differ(String what, Object now, Object before, List<String> all) {
    if (!now.equals(before)) {
      all.add(what + " is " + now + ", was " + before);
    }
  }
}
