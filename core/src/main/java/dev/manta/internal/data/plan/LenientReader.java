package dev.manta.internal.data.plan;

import dev.manta.data.BadRecords;
import dev.manta.data.Batch;
import dev.manta.data.Memory;
import dev.manta.data.Reading;
import dev.manta.data.Schema;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.internal.data.unit.UnitReading;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// A source whose bad records are left out: where it may have any, its rows are counted by reading.
record LenientReader(SourceReader reader, BadRecords policy) implements SourceReader {
  static SourceReader of(SourceReader reader, BadRecords policy) {
    return policy.drops() ? new LenientReader(reader, policy) : reader;
  }

  /// A split as it is under the policy.
  Split lenient(Split split) {
    return reader.mayHaveBadRecords()
        ? new Split(
            split.path(),
            split.place(),
            split.offset(),
            split.length(),
            OptionalLong.empty(),
            split.bytes())
        : split;
  }

  @Override
  public List<Split> splits() {
    return reader.splits().stream().map(this::lenient).toList();
  }

  @Override
  public Batch read(Split split, Wanted wanted, Reading reading) {
    return reader.read(split, wanted, under(reading));
  }

  @Override
  public List<String> columns(Split split) {
    return reader.columns(split);
  }

  @Override
  public Optional<Schema> schema(Split split) {
    return reader.schema(split);
  }

  @Override
  public boolean mayHaveBadRecords() {
    return reader.mayHaveBadRecords();
  }

  @Override
  public OptionalLong fetchable() {
    return reader.mayHaveBadRecords() ? OptionalLong.empty() : reader.fetchable();
  }

  @Override
  public Batch gather(long[] rows, Wanted wanted, Reading reading) {
    return reader.gather(rows, wanted, under(reading));
  }

  private Reading under(Reading reading) {
    return new Reading() {
      @Override
      public Memory memory() {
        return reading.memory();
      }

      @Override
      public void bad(String place, String record, RuntimeException why) {
        ((UnitReading) reading).faults().bad(policy, place, record, why);
      }
    };
  }
}
