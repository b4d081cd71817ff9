package dev.manta.it.fuzz;

import dev.manta.error.MantaException;
import dev.manta.internal.control.record.LogRecords;
import dev.manta.internal.control.record.RunFile;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.internal.journal.ControlLog;
import dev.manta.internal.journal.MetricsReader;
import dev.manta.internal.lease.RunLease;
import dev.manta.storage.ByteSource;
import dev.manta.storage.Location;
import dev.manta.storage.MemoryStorage;
import dev.manta.train.History;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The files of a run's directory.
final class RunTargets {
  private static final Location RUN = Location.parse("mem:fuzz/run");
  private static final StorageRetry ONCE = StorageRetry.once();

  /// It would tell of every damaged line.
  private static final Logger JOURNAL = Logger.getLogger("dev.manta.journal");

  static {
    JOURNAL.setLevel(Level.OFF);
  }

  private RunTargets() {}

  static void runFile(byte[] input) {
    var storage = new MemoryStorage();
    storage.put(RUN.resolve("run.json"), ByteSource.of(input));
    Finding.unless(RunFile.find(storage, RUN).isPresent(), "the file is there and not found");
  }

  /// A record on each line.
  static void control(byte[] input) {
    var storage = new MemoryStorage();
    var log = new ControlLog(storage, RUN);
    int start = 0;
    long number = 1;
    for (int i = 0; i <= input.length; i++) {
      if (i == input.length || input[i] == '\n') {
        byte[] record = Arrays.copyOfRange(input, start, i);
        storage.put(log.at(number++), ByteSource.of(record));
        start = i + 1;
      }
    }
    LogRecords.read(storage, RUN, "", ONCE).replayed();
  }

  /// What is said of the tail is said of the whole, too.
  private static void answered(Runnable reading) {
    try {
      reading.run();
    } catch (MantaException answer) {
      Finding.unless(answer.getMessage() != null, "the answer has no message");
    }
  }

  static void metrics(byte[] input) {
    metrics("000000000001.jsonl", input);
  }

  /// Three segments in one object.
  static void pack(byte[] input) {
    metrics("000000000001-000000000003.jsonl", input);
  }

  static void lease(byte[] input) {
    var storage = new MemoryStorage();
    storage.put(RUN.resolve("lease/000000000001.json"), ByteSource.of(input));
    RunLease.mayBeHeld(storage, RUN);
  }

  private static void metrics(String name, byte[] input) {
    var storage = new MemoryStorage();
    storage.put(RUN.resolve("metrics").resolve(name), ByteSource.of(input));
    var reader = new MetricsReader(storage, RUN, Path.of("/nonexistent/open-metrics"));
    answered(() -> reader.tail(1));
    History.of(reader).rows().forEach(History.Row::report);
  }
}
