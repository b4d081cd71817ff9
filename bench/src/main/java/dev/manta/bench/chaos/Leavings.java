package dev.manta.bench.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a run must not leave behind: processes, shared memory, sockets and temporary files.
record Leavings(Training training) {
  private static final Duration CLEAN_UP = Duration.ofSeconds(3);
  private static final long LOOK_EVERY_MILLIS = 20;
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  /// The name of a file in shared memory has the id of the process that made it.
  private static final Pattern SHARED_FILE = Pattern.compile("manta-[0-9a-z]+-([0-9]+)-.*");

  List<String> found() throws IOException, InterruptedException {
    List<String> left = new ArrayList<>();
    if (!awaitNoProcess()) {
      left.add("processes " + processes() + " are left");
    }
    left.addAll(files(training.directory().resolve("tmp")));
    left.addAll(files(training.local().resolve("tmp")));
    left.addAll(sharedMemory());
    return left;
  }

  private boolean awaitNoProcess() throws InterruptedException {
    long end = System.nanoTime() + CLEAN_UP.toNanos();
    while (!processes().isEmpty()) {
      if (System.nanoTime() > end) {
        return false;
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
    return true;
  }

  /// Those that have to do with the run.
  List<Long> processes() {
    return ProcessHandle.allProcesses().map(ProcessHandle::pid).filter(this::isOurs).toList();
  }

  /// A start-up cache is recorded for later runs too.
  private boolean isOurs(long pid) {
    try {
      String line = Files.readString(Path.of("/proc", Long.toString(pid), "cmdline"));
      boolean mentioned =
          line.contains(training.directory().toString())
              || line.contains(training.local().toString());
      return mentioned && !line.contains("AOTCacheOutput") && !line.contains("AOTMode=create");
    } catch (IOException gone) {
      return false;
    }
  }

  private static List<String> files(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(directory)) {
      return all.filter(path -> !isCache(path)).map(path -> path + " is left").toList();
    }
  }

  /// Downloaded checkpoints are shared by all runs of the machine, and outlive each of them.
  private static boolean isCache(Path path) {
    return String.valueOf(path.getFileName()).startsWith("manta-checkpoints-");
  }

  private List<String> sharedMemory() throws IOException {
    Set<Long> ours =
        Trace.read(training.directory()).stream().map(Trace.Line::pid).collect(Collectors.toSet());
    return files(SHARED_MEMORY).stream().filter(file -> isOf(file, ours)).toList();
  }

  private static boolean isOf(String file, Set<Long> processes) {
    Matcher name = SHARED_FILE.matcher(file);
    return name.find() && processes.contains(Long.parseLong(name.group(1)));
  }
}
