package dev.manta.tune.internal.drive;

import dev.manta.error.ErrorCode;
import dev.manta.error.MantaException;
import dev.manta.internal.control.record.StorageRetry;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Numbered objects of a storage, as objects cannot be appended to: one for all that happened while
/// the one before was written.
final class StoredJournal implements Journal {
  private static final String NAME = "\\d{12}\\.jsonl";

  private final Storage storage;
  private final Location below;
  private final StorageRetry retry;
  private long number;

  private StoredJournal(Storage storage, Location below, StorageRetry retry, long number) {
    this.storage = storage;
    this.below = below;
    this.retry = retry;
    this.number = number;
  }

  private static List<String> names(Storage storage, Location below) {
    return storage.children(below).stream().filter(name -> name.matches(NAME)).sorted().toList();
  }

  static byte[] bytes(Storage storage, Location below) {
    var all = new ByteArrayOutputStream();
    for (String name : names(storage, below)) {
      all.writeBytes(storage.read(below.resolve(name)));
    }
    return all.toByteArray();
  }

  static StoredJournal open(Storage storage, Location below, StorageRetry retry) {
    List<String> names = names(storage, below);
    long last = names.isEmpty() ? 0 : Long.parseLong(names.getLast(), 0, 12, 10);
    return new StoredJournal(storage, below, retry, last);
  }

  @Override
  public void append(byte[] bytes, int length) {
    byte[] lines = Arrays.copyOf(bytes, length);
    Location at = below.resolve(String.format(Locale.ROOT, "%012d.jsonl", ++number));
    boolean mine =
        retry.storage(
            () -> storage.putIfAbsent(at, lines) || Arrays.equals(storage.read(at), lines));
    if (!mine) {
      throw new MantaException(ErrorCode.USER, "another driver has taken this experiment over");
    }
  }

  @Override
  public void close() {}
}
