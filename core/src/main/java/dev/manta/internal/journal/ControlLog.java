package dev.manta.internal.journal;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.spi.json.JsonException;
import dev.manta.storage.Location;
import dev.manta.storage.Storage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// The control records of a run in order. Whoever makes number n is the controller; the other is
/// deposed.
public final class ControlLog {
  private static final String SUFFIX = ".json";

  private final Storage storage;
  private final Location control;

  /// @param run the run's directory
  public ControlLog(Storage storage, Location run) {
    this.storage = storage;
    this.control = run.resolve("control");
  }

  /// Writes a record; doing it again after a lost answer is fine.
  public Appended append(ControlRecord record) {
    byte[] bytes = Bind.write(record).bytes();
    Location at = at(record.number());
    if (storage.putIfAbsent(at, bytes)) {
      return new Appended.Written();
    }
    byte[] there = storage.read(at);
    return Arrays.equals(there, bytes)
        ? new Appended.Written()
        : new Appended.Deposed(parse(record.number(), at, there));
  }

  /// The record with this number, or empty where the log ends before it.
  public Optional<ControlRecord> find(long number) {
    Location at = at(number);
    return storage.find(at).map(bytes -> parse(number, at, bytes));
  }

  /// The newest record.
  public Optional<ControlRecord> last() {
    long last = SegmentNumber.last(storage.children(control), SUFFIX);
    return last == 0 ? Optional.empty() : find(last);
  }

  /// All records, the oldest first.
  public List<ControlRecord> all() {
    return from(1);
  }

  /// All records from a number on.
  public List<ControlRecord> from(long number) {
    List<ControlRecord> records = new ArrayList<>();
    for (long n = number; ; n++) {
      Optional<ControlRecord> record = find(n);
      if (record.isEmpty()) {
        return records;
      }
      records.add(record.get());
    }
  }

  /// Follows the log from a number on.
  public Follower<ControlRecord> follow(long number) {
    return new Follower<>(
        new Follower.Poll<>() {
          private long next = number;

          @Override
          public List<ControlRecord> news() {
            List<ControlRecord> records = from(next);
            next += records.size();
            return records;
          }
        });
  }

  /// Where the record with this number lies.
  public Location at(long number) {
    return control.resolve(SegmentNumber.name(number, SUFFIX));
  }

  /// A record that says it is another would be followed in a circle.
  private static ControlRecord parse(long number, Location at, byte[] bytes) {
    try {
      ControlRecord record = Bind.readOlder(Json.parse(bytes), ControlRecord.class, "record");
      if (record.number() != number) {
        throw new JsonException("it says that it is number " + record.number());
      }
      return record;
    } catch (JsonException e) {
      throw new Unreadable("control record", at, e);
    }
  }
}
