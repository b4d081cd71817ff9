package dev.manta.cli.runs;

import dev.manta.internal.console.ReadableNumbers;
import dev.manta.internal.control.record.RunSite;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.lease.RunClaim;
import dev.manta.internal.machine.FileTree;
import dev.manta.internal.stored.FoundRun;
import dev.manta.internal.stored.StoredRun;
import dev.manta.storage.Entry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.Storages;
import java.io.Console;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `manta rm`
@Command(
    name = "rm",
    description = {
      "Delete runs with all they have: checkpoints, metrics, logs.",
      "Asks first; a run that is under way is refused."
    })
public final class RmCommand implements Callable<Integer> {
  private static final Pattern AGE = Pattern.compile("(\\d{1,6})([mhdw])");
  private static final double MB = 1e6;

  @Parameters(
      arity = "0..*",
      paramLabel = "RUN",
      description = "Names of runs, or paths of their directories.")
  List<String> references = new ArrayList<>();

  @Option(
      names = {"-y", "--yes"},
      description = "Do not ask.")
  boolean yes;

  @Option(
      names = "--older-than",
      paramLabel = "AGE",
      description = "All runs that have not changed for so long: 45m, 12h, 30d, 8w.")
  Optional<String> age = Optional.empty();

  @Mixin RunStorage storage = new RunStorage();

  @Spec CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    if (references.isEmpty() == age.isEmpty()) {
      throw new IllegalArgumentException("give the runs to delete, or --older-than AGE");
    }
    List<FoundRun> runs = age.isPresent() ? old(parse(age.get())) : named();
    PrintWriter out = spec.commandLine().getOut();
    if (runs.isEmpty()) {
      out.println("no run in " + storage.root() + " is older than " + age.orElseThrow());
      return CommandLine.ExitCode.OK;
    }
    return yes || agreed(runs) ? delete(runs, out) : refused(out);
  }

  private List<FoundRun> named() {
    List<FoundRun> runs = references.stream().distinct().map(storage::found).toList();
    runs.stream().filter(FoundRun::mayBeUnderWay).findFirst().ifPresent(RmCommand::refuse);
    runs.stream().filter(run -> !isRun(run)).findFirst().ifPresent(RmCommand::refuseOther);
    return runs;
  }

  /// Others have files named run.json too.
  private static boolean isRun(FoundRun run) {
    return run instanceof StoredRun
        || !Storages.at(run.location()).children(run.location().resolve("control")).isEmpty();
  }

  private static void refuseOther(FoundRun other) {
    throw new IllegalArgumentException(
        other.location() + " does not look like a run of Manta: it has no control records");
  }

  private static void refuse(FoundRun run) {
    throw new IllegalArgumentException(
        "run %1$s is under way; stop it first: manta stop %1$s".formatted(run.name()));
  }

  /// What is under way has changed just now, whatever its log says.
  private List<FoundRun> old(Duration age) {
    Instant before = Instant.now().minus(age);
    return storage.all().stream()
        .filter(run -> run instanceof StoredRun stored && stored.changed().isBefore(before))
        .filter(run -> !run.mayBeUnderWay())
        .toList();
  }

  static Duration parse(String text) {
    Matcher parts = AGE.matcher(text);
    if (!parts.matches()) {
      throw new IllegalArgumentException(
          "--older-than takes an age such as 45m, 12h, 30d or 8w, not \"" + text + "\"");
    }
    long count = Long.parseLong(parts.group(1));
    return switch (parts.group(2)) {
      case "m" -> Duration.ofMinutes(count);
      case "h" -> Duration.ofHours(count);
      case "d" -> Duration.ofDays(count);
      default -> Duration.ofDays(7 * count);
    };
  }

  private boolean agreed(List<FoundRun> runs) {
    Console terminal =
        Optional.ofNullable(System.console())
            .filter(Console::isTerminal)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "there is no terminal to ask on; say --yes to delete " + names(runs)));
    runs.forEach(
        run -> spec.commandLine().getOut().println("  " + run.location().shown() + size(run)));
    String answer =
        terminal.readLine("delete %s? [y/N] ", ReadableNumbers.count(runs.size(), "run"));
    return answer != null && answer.strip().toLowerCase(Locale.ROOT).startsWith("y");
  }

  private static String names(List<FoundRun> runs) {
    return String.join(", ", runs.stream().map(FoundRun::name).toList());
  }

  private static String size(FoundRun run) {
    List<Entry> files = Storages.at(run.location()).list(run.location());
    long bytes = files.stream().mapToLong(Entry::size).sum();
    return String.format(Locale.ROOT, "  %,.1f MB", bytes / MB);
  }

  private static int refused(PrintWriter out) {
    out.println("nothing was deleted");
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static int delete(List<FoundRun> runs, PrintWriter out) {
    for (FoundRun run : runs) {
      Path directory = RunSite.of(run.name(), run.location()).directory();
      try (var claim = RunClaim.lock(run.name(), directory)) {
        StorageRetry retry = StorageRetry.real();
        Storage storage = Storages.at(run.location());
        claim.lease(storage, run.location(), false, retry::storage, retry.time());
        delete(run.location());
        FileTree.delete(directory);
      }
      out.println("deleted " + run.location().shown());
    }
    return CommandLine.ExitCode.OK;
  }

  /// Nobody resumes a run that is being deleted, and one that somebody resumed meanwhile stays.
  /// What makes it a run goes last, so that one that is deleted in part is still found.
  private static void delete(Location run) {
    Storage storage = Storages.at(run);
    for (String child : storage.children(run)) {
      if (!child.equals("run.json")) {
        storage.deletePrefix(run.resolve(child));
      }
    }
    storage.deletePrefix(run);
  }
}
