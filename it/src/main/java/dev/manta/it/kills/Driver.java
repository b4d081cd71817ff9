package dev.manta.it.kills;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// One process of the disturbed program.
record Driver(Process process, Path log) {
  private static final int TAIL_LINES = 30;

  static Driver start(Path directory, int number) throws IOException {
    Path log = directory.resolve("driver-" + number + ".log");
    Process process =
        new ProcessBuilder(command(directory))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    return new Driver(process, log);
  }

  private static List<String> command(Path directory) {
    return List.of(
        System.getProperty("java.home") + "/bin/java",
        "-XX:-UsePerfData",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "--enable-native-access=ALL-UNNAMED",
        "-Djava.io.tmpdir=" + directory.resolve("tmp"),
        "-cp",
        System.getProperty("java.class.path"),
        KilledProgram.class.getName(),
        directory.toString());
  }

  long pid() {
    return process.pid();
  }

  boolean runs() {
    return process.isAlive();
  }

  List<Long> workers() {
    return Processes.workersOf(process.toHandle());
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

  /// Ends it with all it started.
  void end() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
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
