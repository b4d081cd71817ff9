package dev.manta.tune.internal.drive;

import dev.manta.internal.control.record.StorageRetry;
import dev.manta.spi.json.JsonBytes;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;

/// Where the journal of an experiment lies: a file on a disk of this machine, numbered objects
/// elsewhere.
record JournalLookup(Storage storage, Location experiment, StorageRetry retry) {
  private static final String FILE = "journal.jsonl";
  private static final String OBJECTS = "journal";

  /// Whether there is one.
  boolean exists() {
    return experiment.isLocal()
        ? storage.exists(experiment.resolve(FILE))
        : !retry.storage(() -> storage.children(experiment.resolve(OBJECTS))).isEmpty();
  }

  JournalLines read() {
    Location file = experiment.resolve(FILE);
    byte[] bytes =
        experiment.isLocal()
            ? FileJournal.bytes(file.localPath())
            : retry.storage(() -> StoredJournal.bytes(storage, experiment.resolve(OBJECTS)));
    return JournalLines.read(bytes, file);
  }

  /// Opens it behind what was read, with its head where there was none.
  Journal append(JournalLines lines, ExperimentHead head) {
    Journal journal =
        experiment.isLocal()
            ? FileJournal.behind(experiment.resolve(FILE).localPath(), lines.bytes())
            : StoredJournal.open(storage, experiment.resolve(OBJECTS), retry);
    if (lines.head().isEmpty()) {
      var out = new JsonBytes();
      head.json().writeTo(out);
      out.raw('\n');
      journal.append(out.array(), out.length());
    }
    return journal;
  }
}
