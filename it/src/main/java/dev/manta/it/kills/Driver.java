package dev.manta.it.kills;

import dev.manta.internal.control.DetachedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// One process of the disturbed program.
///
/// @param directory where the run is
/// @param detached whether its workers continue without it
record Driver(Process process, Path log, Path directory, boolean detached) {
  private static final int TAIL_LINES = 30;

  static Driver start(Path directory, int number, boolean detached) throws IOException {
    Path log = directory.resolve("driver-" + number + ".log");
    Process process =
        new ProcessBuilder(command(directory, detached))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    return new Driver(process, log, directory, detached);
  }

  /// A detached one is told where it writes its runs down, as its supervisor would.
  private static List<String> command(Path directory, boolean detached) {
    List<String> command = new ArrayList<>();
    command.addAll(
        List.of(
            System.getProperty("java.home") + "/bin/java",
            "-XX:-UsePerfData",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-Djava.io.tmpdir=" + directory.resolve("tmp")));
    if (detached) {
      command.add("-D" + DetachedRun.PROPERTY + "=" + directory.resolve("notes"));
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(KilledProgram.class.getName(), directory.toString()));
    return command;
  }

  long pid() {
    return process.pid();
  }

  boolean runs() {
    return process.isAlive();
  }

  List<Long> workers() {
    return detached ? Processes.workersIn(directory) : Processes.workersOf(process.toHandle());
  }

  /// Whether every rank is in its function, as far as the driver has said.
  boolean trains() throws IOException {
    for (String line : Files.readAllLines(log).reversed()) {
      if (line.startsWith("killed: step") || line.startsWith("killed: running")) {
        return true;
      }
      if (line.startsWith("killed: ")) {
        return false;
      }
    }
    return false;
  }

  /// Ends it with all it started; workers that continue without it are left to the next one.
  void end() {
    if (!detached) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
    }
    process.destroyForcibly();
  }

  String tail() {
    try {
      List<String> lines = Files.readAllLines(log);
      return String.join(
          "\n    ", lines.subList(Math.max(0, lines.size() - TAIL_LINES), lines.size()));
    } catch (IOException e) {
      return "cannot read " + log + ": " + e.getMessage();
    }
  }
}
