package dev.manta.internal.control;

import dev.manta.error.ErrorCode;
import dev.manta.internal.control.record.LogRecords;
import dev.manta.internal.control.record.RunFile;
import dev.manta.internal.control.record.RunOutcome;
import dev.manta.internal.control.record.RunRecord;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.machine.EarlyRead;
import dev.manta.internal.machine.Undisturbed;
import dev.manta.internal.run.state.PendingEnd;
import dev.manta.internal.run.state.RunState;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import dev.manta.storage.StorageFailure;
import dev.manta.storage.Storages;
import dev.manta.train.Metrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// A run of a program that has no terminal, and that is started again when it dies. Its runs are
/// counted and written down, so that each life of the program means the same ones.
public final class DetachedRun {
  /// Names the directory where such a program writes its runs down; set by whoever starts it.
  public static final String PROPERTY = "manta.detached";

  private static final AtomicInteger COUNT = new AtomicInteger();

  private final Path note;
  private Optional<Known> known = Optional.empty();

  DetachedRun(Path note) {
    this.note = note;
  }

  /// What was read of a run when this life of the program looked whether it has ended: the next
  /// look needs only what has come since.
  record Known(RunFile file, LogRecords log) {}

  /// The next run of this program; empty where the program is an ordinary one.
  public static Optional<DetachedRun> next() {
    return Optional.ofNullable(System.getProperty(PROPERTY))
        .map(directory -> new DetachedRun(note(Path.of(directory), COUNT.incrementAndGet())));
  }

  /// The file that says where a run lies, by the run's number from 1.
  public static Path note(Path directory, int number) {
    return directory.resolve("run-" + number);
  }

  /// What became of this run, if it ended in an earlier life of the program.
  ///
  /// @param patience how long its storage may be away
  public Optional<RunOutcome> ended(Duration patience) {
    return before()
        .flatMap(
            run ->
                Undisturbed.get(
                    "manta-look", () -> ended(Storages.at(run), run, patience), _ -> {}));
  }

  Optional<RunOutcome> ended(Storage storage, Location run, Duration patience) {
    return find(storage, run, StorageRetry.opening(run, patience))
        .filter(record -> record.state().status().ended())
        .map(DetachedRun::outcome);
  }

  /// Its file and its log are asked for at the same time.
  private Optional<RunRecord> find(Storage storage, Location run, StorageRetry retry) {
    try (EarlyRead<LogRecords> log =
        EarlyRead.begin(() -> LogRecords.read(storage, run, "", retry))) {
      known =
          retry.storage(() -> RunFile.find(storage, run)).map(file -> new Known(file, log.get()));
      return known.map(read -> new RunRecord(storage, run, read.file(), read.log().replayed()));
    }
  }

  /// What [#ended] has read, if it was asked.
  Optional<Known> known() {
    return known;
  }

  private static RunOutcome outcome(RunRecord record) {
    RunState state = record.state();
    ErrorCode code = state.ending().map(PendingEnd::code).orElse(ErrorCode.MANTA);
    return new RunOutcome(record, state.status(), state.reason(), code, Metrics.empty());
  }

  /// Where this run lies, if an earlier life of the program has begun it.
  Optional<Location> before() {
    try {
      return Optional.of(Location.parse(Files.readString(note)));
    } catch (NoSuchFileException first) {
      return Optional.empty();
    } catch (IOException e) {
      throw StorageFailure.of("read", Location.of(note), e);
    }
  }

  /// Writes down which run this is.
  void begun(Location run) {
    try {
      Path half = Files.writeString(note.resolveSibling(note.getFileName() + ".new"), "" + run);
      Files.move(half, note, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw StorageFailure.of("write", Location.of(note), e);
    }
  }
}
