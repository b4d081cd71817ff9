package dev.manta.dashboard.internal.inspect;

import dev.manta.internal.stored.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;

/// Records what the workers of a run do for some seconds, by the JDK's Flight Recorder. The run
/// continues meanwhile.
///
/// @param directory where recordings are written
/// @param problems hears of workers that have ended meanwhile
public record WorkerProfiles(StoredRun run, Path directory, Consumer<String> problems) {
  /// For beginning and ending the recordings of all workers, one after the other.
  private static final Duration SPARE = Duration.ofMinutes(5);

  /// What a worker did.
  ///
  /// @param recording the file of the Flight Recorder
  public record Profile(LocalWorker worker, Path recording, StackTree tree) {
    /// A page that shows it as a flame graph, and needs nothing else.
    public String html(String title) {
      return new FlameGraph(title, tree).html();
    }
  }

  private record Recording(LocalWorker worker, Path file, String name) {}

  /// @param rank whose; empty for all of them
  public List<Profile> record(OptionalInt rank, Duration time)
      throws IOException, InterruptedException {
    List<Recording> recordings = new ArrayList<>();
    Path to = Files.createDirectories(directory.toAbsolutePath());
    try {
      for (LocalWorker worker : LocalWorker.require(run, rank)) {
        recordings.add(begin(worker, to, time));
      }
      Thread.sleep(time);
    } finally {
      for (Recording recording : recordings) {
        end(recording);
      }
    }
    List<Profile> profiles = new ArrayList<>();
    for (Recording recording : recordings) {
      if (isWritten(recording.file())) {
        StackTree tree = RecordedSamples.read(recording.file());
        profiles.add(new Profile(recording.worker(), recording.file(), tree));
      }
    }
    return profiles;
  }

  /// A file is empty from the begin of its recording to its end; that of a worker which has ended
  /// meanwhile stays so, and is deleted.
  private static boolean isWritten(Path file) throws IOException {
    boolean isWritten = Files.exists(file) && Files.size(file) > 0;
    if (!isWritten) {
      Files.deleteIfExists(file);
    }
    return isWritten;
  }

  /// Somebody else may record the same worker, under another name. A recording that nobody ends, as
  /// this process was killed, ends by itself; one that may do so needs a file, or makes one where
  /// its worker works.
  private Recording begin(LocalWorker worker, Path to, Duration time)
      throws IOException, InterruptedException {
    if (!worker.isJava()) {
      throw new IllegalArgumentException(
          worker + " is a Python process: try py-spy record --pid " + worker.pid());
    }
    String name = "manta-profile-" + Long.toHexString(System.nanoTime());
    Path file = to.resolve("%s-rank-%s.jfr".formatted(run.name(), worker.rank()));
    JavaCommand.of(
        worker.pid(),
        "JFR.start",
        "name=" + name,
        "settings=profile",
        "duration=" + time.plus(SPARE).toSeconds() + "s",
        "filename=" + file);
    return new Recording(worker, file, name);
  }

  /// A worker that has ended meanwhile has nothing to write.
  private void end(Recording recording) throws InterruptedException {
    try {
      JavaCommand.of(
          recording.worker().pid(),
          "JFR.stop",
          "name=" + recording.name(),
          "filename=" + recording.file());
    } catch (IOException e) {
      problems.accept(recording.worker() + ": " + e.getMessage());
    }
  }
}
