package dev.manta.it.kills;

import dev.manta.Result;
import dev.manta.bench.chaos.JournalChecks;
import dev.manta.internal.journal.ControlLog;
import dev.manta.it.kills.Evidence.Kind;
import dev.manta.it.kills.Evidence.Line;
import dev.manta.storage.Location;
import dev.manta.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What must be so after a run has ended, however it was disturbed.
final class Checks {
  private static final Duration CLEAN_UP = Duration.ofSeconds(2);
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /// The name of a file in shared memory has the id of the process that made it.
  private static final Pattern SHARED_FILE = Pattern.compile("manta-[0-9a-z]+-([0-9]+)-");

  private final Path directory;
  private final Deaths deaths;
  private final Findings findings;
  private final List<Line> evidence;

  Checks(Path directory, Deaths deaths, Findings findings) throws IOException {
    this.directory = directory;
    this.deaths = deaths;
    this.findings = findings;
    this.evidence = Evidence.read(directory.resolve("evidence"));
  }

  void all() throws IOException, InterruptedException {
    endIsTheUndisturbedOne();
    everyEpochWasBegun();
    attemptsFollowEachOther();
    noAttemptBeginsBeforeWhatWasCommitted();
    returnedReportsAreKept();
    new JournalChecks(log(), findings::violation).all();
    nothingIsLeft();
  }

  private ControlLog log() {
    Location run = Location.of(run());
    return new ControlLog(Storages.at(run), run);
  }

  private void endIsTheUndisturbedOne() throws IOException {
    String expected =
        Arrays.toString(KnownTraining.end(KilledProgram.EPOCHS, KilledProgram.WORKERS));
    String found = Files.readString(directory.resolve("result"));
    if (!found.contains(expected)) {
      findings.violation("the run ended with " + found + ", undisturbed with " + expected);
    }
  }

  /// Without evidence nothing would be checked.
  private void everyEpochWasBegun() {
    Set<Integer> begun = of(Kind.BEGAN).stream().map(Line::epoch).collect(Collectors.toSet());
    if (begun.size() != KilledProgram.EPOCHS) {
      findings.violation("there is evidence of the epochs " + begun + " only");
    }
  }

  /// No worker of an attempt does anything once a later attempt was entered.
  private void attemptsFollowEachOther() {
    Map<Integer, Long> lastSign = new HashMap<>();
    evidence.forEach(line -> lastSign.merge(line.attempt(), line.atMillis(), Math::max));
    for (Line line : of(Kind.ENTERED)) {
      for (int earlier = 1; earlier < line.attempt(); earlier++) {
        if (lastSign.getOrDefault(earlier, 0L) > line.atMillis()) {
          findings.violation(
              "attempt %s was still at work when attempt %s was entered"
                  .formatted(earlier, line.attempt()));
        }
      }
    }
  }

  private void noAttemptBeginsBeforeWhatWasCommitted() {
    Map<Integer, Integer> firstEpoch = new HashMap<>();
    of(Kind.BEGAN).forEach(line -> firstEpoch.merge(line.attempt(), line.epoch(), Math::min));
    for (Line line : of(Kind.COMMITTED)) {
      firstEpoch.forEach(
          (attempt, epoch) -> {
            if (attempt > line.attempt() && epoch <= line.epoch()) {
              findings.violation(
                  "attempt %s began at epoch %s though attempt %s had committed epoch %s"
                      .formatted(attempt, epoch, line.attempt(), line.epoch()));
            }
          });
    }
  }

  private void returnedReportsAreKept() {
    Result result = Result.fromPath(run().toString());
    Set<String> kept =
        result
            .history()
            .rows()
            .map(row -> row.report().metrics().text("id"))
            .collect(Collectors.toSet());
    evidence.stream()
        .filter(line -> !line.report().equals("-") && !kept.contains(line.report()))
        .filter(line -> !deaths.mayHaveTaken(line))
        .forEach(
            line -> findings.violation("the report " + line.report() + " returned but is lost"));
  }

  private void nothingIsLeft() throws IOException, InterruptedException {
    if (!Processes.await(CLEAN_UP, () -> processes().isEmpty())) {
      findings.violation("processes " + processes() + " are left");
    }
    for (Path temporary : List.of(directory.resolve("tmp"), run().resolve("tmp"))) {
      below(temporary).forEach(path -> findings.violation(path + " is left"));
    }
    for (Path shared : below(SHARED_MEMORY)) {
      Matcher name = SHARED_FILE.matcher(shared.getFileName().toString());
      if (name.find()
          && evidence.stream().anyMatch(line -> line.pid() == Long.parseLong(name.group(1)))) {
        findings.violation(shared + " is left");
      }
    }
  }

  private static List<Path> below(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.list(directory)) {
      return paths.toList();
    }
  }

  private List<Long> processes() {
    return Processes.mentioning(directory.toString());
  }

  private Path run() {
    return directory.resolve("runs").resolve(KilledProgram.NAME);
  }

  private List<Line> of(Kind kind) {
    return evidence.stream().filter(line -> line.kind() == kind).toList();
  }
}
