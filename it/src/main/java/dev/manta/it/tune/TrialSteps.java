package dev.manta.it.tune;

import dev.manta.spi.json.Json;
import dev.manta.tune.internal.experiment.Entry;
import dev.manta.tune.internal.experiment.EntryText;
import dev.manta.tune.internal.experiment.ExperimentEvent;
import dev.manta.tune.internal.experiment.TrialRuling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// The steps that trials do under a driver, a line each, and what they must be by the journal that
/// the driver found.
final class TrialSteps {
  /// Names the file of the driver and its trials.
  static final String VARIABLE = "MANTA_TRIAL_STEPS";

  private final Map<Integer, Long> kept = new HashMap<>();
  private final Set<Integer> ended = new HashSet<>();

  /// @param journal what is written of the experiment
  TrialSteps(String journal) {
    int complete = journal.lastIndexOf('\n') + 1;
    journal
        .substring(0, complete)
        .lines()
        .skip(1)
        .map(line -> EntryText.read(Json.parse(line)))
        .forEach(this::add);
  }

  private void add(Entry entry) {
    if (entry.happening() instanceof ExperimentEvent.Reported report) {
      long next = kept.getOrDefault(report.trial(), 0L) + 1;
      kept.merge(report.trial(), report.runStep().orElse(next), Math::max);
    }
    entry.rulings().stream()
        .filter(each -> each instanceof TrialRuling.Ends)
        .forEach(each -> ended.add(each.trial()));
  }

  /// Called by a trial before it does a step.
  static void does(int trial, long step) throws IOException {
    String file = System.getenv(VARIABLE);
    if (file != null) {
      Files.writeString(
          Path.of(file),
          trial + " " + step + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    }
  }

  private static Map<Integer, List<Long>> read(Path file) throws IOException {
    Map<Integer, List<Long>> steps = new TreeMap<>();
    for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
      String[] words = line.split(" ", -1);
      steps
          .computeIfAbsent(Integer.valueOf(words[0]), _ -> new ArrayList<>())
          .add(Long.valueOf(words[1]));
    }
    return steps;
  }

  /// How many trials the driver has continued behind their first step.
  static int resumed(Path file) throws IOException {
    return (int) read(file).values().stream().filter(steps -> steps.getFirst() > 1).count();
  }

  /// What trials did that they should not have.
  ///
  /// @param exact whether a trial does a step only once the last one is in the journal
  List<String> faults(Path file, boolean exact) throws IOException {
    List<String> faults = new ArrayList<>();
    read(file)
        .forEach(
            (trial, steps) -> {
              if (!isRight(trial, steps, exact)) {
                faults.add(
                    "trial %s did steps %s where %s were kept%s"
                        .formatted(
                            trial,
                            steps,
                            kept.getOrDefault(trial, 0L),
                            ended.contains(trial) ? ", and it had ended" : ""));
              }
            });
    return faults;
  }

  private boolean isRight(int trial, List<Long> steps, boolean exact) {
    long before = kept.getOrDefault(trial, 0L);
    long first = steps.getFirst();
    boolean resumes = exact ? first == before + 1 : first >= Math.max(1, before);
    for (int i = 0; i < steps.size(); i++) {
      resumes &= steps.get(i) == first + i;
    }
    return resumes && !ended.contains(trial);
  }
}
