package dev.manta.cli;

import dev.manta.cli.runs.RunStorage;
import dev.manta.internal.control.DetachedRun;
import dev.manta.storage.Location;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// Leaves a program to a supervisor and says where its run is found.
///
/// @param program its command line
/// @param directory where it writes its runs down, and its log
record Detachment(List<String> program, Path directory) {
  private static final Duration BEGINS_WITHIN = Duration.ofMinutes(2);
  private static final long LOOK_EVERY_MILLIS = 20;
  private static final String OPTION = "--detach";

  /// The command line of this process, as the program without a terminal is given it.
  static List<String> ownCommand() throws IOException {
    List<String> words = new ArrayList<>(words());
    words.remove(OPTION);
    return words;
  }

  /// Java's own view of a process cuts a long command line off; the kernel's does not.
  private static List<String> words() throws IOException {
    Path own = Path.of("/proc/self/cmdline");
    if (Files.isReadable(own)) {
      return List.of(Files.readString(own).split("\0"));
    }
    ProcessHandle.Info self = ProcessHandle.current().info();
    List<String> words = new ArrayList<>(List.of(self.command().orElseThrow()));
    words.addAll(List.of(self.arguments().orElseThrow()));
    return words;
  }

  static Detachment of(List<String> command) throws IOException {
    Path own = DetachedPrograms.ofUser().begin();
    List<String> program = new ArrayList<>(command);
    program.add(1, "-D" + DetachedRun.PROPERTY + "=" + own);
    return new Detachment(program, own);
  }

  private Path log() {
    return directory.resolve("log");
  }

  /// Returns when the run has begun, or the program has ended.
  int start(PrintWriter out) throws IOException, InterruptedException {
    Process supervisor = Supervisor.start(program, log());
    Optional<Location> run = awaitRun(supervisor);
    run.ifPresent(begun -> tell(out, begun, supervisor.pid()));
    if (run.isEmpty() && supervisor.isAlive()) {
      out.println("the program has begun no run yet; what it prints is in " + log());
    } else if (run.isEmpty()) {
      out.print(Files.readString(log()));
      return supervisor.exitValue();
    }
    return ExitCode.OK;
  }

  private Optional<Location> awaitRun(Process supervisor) throws IOException, InterruptedException {
    Path note = DetachedRun.note(directory, 1);
    long end = System.nanoTime() + BEGINS_WITHIN.toNanos();
    while (System.nanoTime() < end && !Files.exists(note)) {
      if (supervisor.waitFor(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
        break;
      }
    }
    return Files.exists(note)
        ? Optional.of(Location.parse(Files.readString(note)))
        : Optional.empty();
  }

  private void tell(PrintWriter out, Location run, long supervisor) {
    String reference = reference(run);
    out.println("run " + run.name() + " continues without this terminal");
    out.println("  look   manta show " + reference + "    manta logs --follow " + reference);
    out.println("  stop   manta stop " + reference);
    out.println("  log    " + log());
    out.println("  process " + supervisor + " starts it again when it is killed");
  }

  /// A run of the usual storage is named by its name alone.
  private static String reference(Location run) {
    Location byName = Location.parse(RunStorage.USUAL).resolve(run.name());
    return byName.equals(run) ? run.name() : run.shown();
  }
}
