package dev.manta.bench.chaos;

import dev.manta.cli.Supervisor;
import dev.manta.internal.control.DetachedRun;
import dev.manta.internal.control.record.RunSite;
import dev.manta.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/// A program under way, detached as `manta run --detach` does it: a supervisor starts it again when
/// it is killed, and its workers continue meanwhile.
///
/// @param driving the supervisor, which ends with the program
record Training(
    Subject subject, DisturbedTraining settings, AtomicReference<Process> driving, Path log)
    implements AutoCloseable {
  private static final int TAIL_LINES = 20;

  static Training start(Subject subject, DisturbedTraining settings) throws IOException {
    Path directory = Path.of(settings.directory());
    Files.createDirectories(directory.resolve("tmp"));
    Path log = directory.resolve("driver.log");
    return new Training(
        subject, settings, new AtomicReference<>(launch(subject, settings, log)), log);
  }

  /// Where the program writes its runs down, differs each time: what has stopped shall continue.
  private static Process launch(Subject subject, DisturbedTraining settings, Path log)
      throws IOException {
    Path notes = Files.createTempDirectory(Path.of(settings.directory()), "notes");
    return Supervisor.start(command(subject, settings, notes), log);
  }

  Process driver() {
    return driving.get();
  }

  /// Starts the program again, which was stopped.
  void again() throws IOException {
    driving.set(launch(subject, settings, log));
  }

  private static List<String> command(Subject subject, DisturbedTraining settings, Path notes) {
    List<String> command = new ArrayList<>();
    command.add(System.getProperty("java.home") + "/bin/java");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-XX:-UsePerfData", "-XX:+UseSerialGC", DisturbedTraining.QUICK));
    command.add("-Djava.io.tmpdir=" + Path.of(settings.directory(), "tmp"));
    command.add("-D" + DetachedRun.PROPERTY + "=" + notes);
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add(subject.program().getName());
    command.addAll(Arrays.asList(settings.arguments()));
    return command;
  }

  Path directory() {
    return Path.of(settings.directory());
  }

  /// Where its run lies.
  Location run() {
    return BrokenStorage.location(directory().resolve("runs")).resolve(DisturbedTraining.NAME);
  }

  /// Where its run keeps what is not in storage.
  Path local() {
    return RunSite.of(DisturbedTraining.NAME, run()).directory();
  }

  /// The steps that it has made.
  long steps() throws IOException {
    return Trace.last(directory(), 0).map(Trace.Line::step).orElse(0L);
  }

  /// What it was told to keep, or what its driver said instead.
  String weights() throws IOException {
    return Files.exists(settings.result())
        ? Files.readString(settings.result())
        : "none: the run did not finish" + tail();
  }

  String tail() throws IOException {
    return tail(log);
  }

  /// The end of what a driver has said.
  static String tail(Path log) throws IOException {
    List<String> lines = Files.readAllLines(log);
    List<String> last = lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size());
    return "; the end of what its driver said:\n  " + String.join("\n  ", last);
  }

  /// Ends it with all that it has started; workers of a controller that was killed are nobody's
  /// children.
  @Override
  public void close() {
    driver().destroyForcibly();
    for (long pid : new Leavings(this).processes()) {
      ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
