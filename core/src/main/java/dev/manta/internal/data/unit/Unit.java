package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.data.SourceReader;
import dev.manta.data.Split;
import dev.manta.data.Wanted;
import dev.manta.internal.data.Permutation;
import dev.manta.internal.data.rows.BatchConcat;
import dev.manta.internal.data.rows.BatchZip;
import dev.manta.internal.data.rows.CommonSchema;
import dev.manta.internal.data.rows.GroupedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/// A piece of work: reads and transforms some rows, the same whenever it is asked.
public sealed interface Unit {
  /// The operator that takes rows from their source.
  String READ = "Read";

  /// What errors call it.
  String place();

  /// How many rows come out, where that is known before.
  OptionalLong rows();

  /// About how much memory the rows take.
  long bytes();

  Batch read(UnitReading reading);

  /// A copy of some rows: the memory of the others is given back with the whole.
  private static Batch part(Batch all, int from, int count, UnitReading reading) {
    try (Batch some = all.slice(from, count)) {
      return BatchConcat.of(List.of(some), reading.memory());
    }
  }

  /// A split of a source.
  record OfSource(SourceReader reader, Split split, Wanted wanted) implements Unit {
    @Override
    public String place() {
      return split.place();
    }

    @Override
    public OptionalLong rows() {
      return split.rows();
    }

    @Override
    public long bytes() {
      return split.bytes();
    }

    @Override
    public Batch read(UnitReading reading) {
      return reading.timed(READ, () -> reader.read(split, wanted, reading));
    }
  }

  /// Rows of a source with random access, by number.
  record Gathered(SourceReader reader, Wanted wanted, Permutation order, long from, int count)
      implements Unit {
    private static final long ROW_BYTES = 64;

    @Override
    public String place() {
      return "shuffled rows " + from + " to " + (from + count);
    }

    @Override
    public OptionalLong rows() {
      return OptionalLong.of(count);
    }

    @Override
    public long bytes() {
      return count * ROW_BYTES;
    }

    @Override
    public Batch read(UnitReading reading) {
      long[] rows = new long[count];
      for (int i = 0; i < count; i++) {
        rows[i] = order.at(from + i);
      }
      return reading.timed(READ, () -> reader.gather(rows, wanted, reading));
    }
  }

  /// What is made of one other unit; unless it says more, it is like that.
  sealed interface Changed extends Unit {
    Unit input();

    @Override
    default String place() {
      return input().place();
    }

    @Override
    default OptionalLong rows() {
      return input().rows();
    }

    @Override
    default long bytes() {
      return input().bytes();
    }
  }

  /// What a step makes of a unit.
  record Stepped(Unit input, RowTransform step) implements Changed {
    @Override
    public OptionalLong rows() {
      return step.keepsRows() ? input.rows() : OptionalLong.empty();
    }

    @Override
    public Batch read(UnitReading reading) {
      Batch in = input.read(reading);
      return reading.timed(
          step.label(), () -> new TransformRunner(reading, place()).apply(step, in));
    }
  }

  /// Some of a unit's rows.
  record Slice(Unit input, int from, int count) implements Changed {
    @Override
    public String place() {
      return from == 0 ? input.place() : input.place() + " from row " + from;
    }

    @Override
    public OptionalLong rows() {
      return OptionalLong.of(count);
    }

    @Override
    public long bytes() {
      long all = input.rows().orElse(0);
      return all == 0 ? input.bytes() : input.bytes() * count / all;
    }

    @Override
    public Batch read(UnitReading reading) {
      try (Batch all = input.read(reading)) {
        return all.rows() == count ? all.retain() : part(all, from, count, reading);
      }
    }
  }

  /// The rows of a unit from one fraction of them to another, however many there are. Whoever has
  /// the first ones tells of the unit's bad records.
  record Share(Unit input, double from, double to) implements Changed {
    @Override
    public String place() {
      return from == 0 ? input.place() : input.place() + " from its fraction " + from;
    }

    @Override
    public OptionalLong rows() {
      return OptionalLong.empty();
    }

    @Override
    public Batch read(UnitReading reading) {
      try (Batch all = input.read(from == 0 ? reading : reading.again())) {
        int first = row(all, from);
        return part(all, first, row(all, to) - first, reading);
      }
    }

    private static int row(Batch all, double fraction) {
      return (int) (all.rows() * fraction);
    }
  }

  /// A unit with the columns that it and others have together.
  record Conformed(Unit input, SharedSchema others) implements Changed {
    @Override
    public Batch read(UnitReading reading) {
      Batch rows = input.read(reading);
      return rows.rows() == 0
          ? rows
          : CommonSchema.conformed(rows, others.schema(), reading.memory());
    }
  }

  /// A unit whose rows are kept once they were read.
  record Cached(Unit input, UnitCache shelf, int index) implements Changed {
    @Override
    public Batch read(UnitReading reading) {
      return shelf.read(index, input, reading);
    }
  }

  /// Several units as one.
  record Joined(List<Unit> inputs) implements Unit {
    @Override
    public String place() {
      return inputs.size() == 1
          ? inputs.getFirst().place()
          : inputs.getFirst().place() + " to " + inputs.getLast().place();
    }

    @Override
    public OptionalLong rows() {
      boolean known = inputs.stream().allMatch(unit -> unit.rows().isPresent());
      return known
          ? OptionalLong.of(inputs.stream().mapToLong(unit -> unit.rows().orElse(0)).sum())
          : OptionalLong.empty();
    }

    @Override
    public long bytes() {
      return inputs.stream().mapToLong(Unit::bytes).sum();
    }

    @Override
    public Batch read(UnitReading reading) {
      List<Batch> all = new ArrayList<>();
      try {
        inputs.forEach(unit -> all.add(unit.read(reading)));
        return all.size() == 1 ? all.getFirst().retain() : BatchConcat.of(all, reading.memory());
      } finally {
        all.forEach(Batch::close);
      }
    }
  }

  /// The rows of several units in random order.
  record Shuffled(List<Unit> inputs, long seed) implements Unit {
    @Override
    public String place() {
      return new Joined(inputs).place();
    }

    @Override
    public OptionalLong rows() {
      return new Joined(inputs).rows();
    }

    @Override
    public long bytes() {
      return new Joined(inputs).bytes();
    }

    @Override
    public Batch read(UnitReading reading) {
      return WindowShuffle.of(inputs, seed, reading);
    }
  }

  /// Two units side by side, row by row.
  record Zipped(Unit left, Unit right) implements Unit {
    @Override
    public String place() {
      return left.place();
    }

    @Override
    public OptionalLong rows() {
      return left.rows();
    }

    @Override
    public long bytes() {
      return left.bytes() + right.bytes();
    }

    @Override
    public Batch read(UnitReading reading) {
      try (Batch a = left.read(reading);
          Batch b = right.read(reading)) {
        return BatchZip.of(a, b);
      }
    }
  }

  /// A part of shuffled data, with rows of every unit.
  record Partition(RowExchange exchange, int index) implements Unit {
    @Override
    public String place() {
      return "shuffled part " + index;
    }

    @Override
    public OptionalLong rows() {
      return exchange.rows(index);
    }

    @Override
    public long bytes() {
      return exchange.bytes();
    }

    @Override
    public Batch read(UnitReading reading) {
      return exchange.read(index, reading);
    }
  }

  /// What the groups of a unit add up to, to be joined to those of others.
  record Folded(Unit input, GroupedRows grouping) implements Changed {
    @Override
    public OptionalLong rows() {
      return OptionalLong.empty();
    }

    @Override
    public Batch read(UnitReading reading) {
      try (Batch rows = input.read(reading)) {
        return grouping.begin(rows);
      }
    }
  }

  /// The figures of the groups of a part.
  record Grouped(Unit input, GroupedRows grouping) implements Changed {
    @Override
    public OptionalLong rows() {
      return OptionalLong.empty();
    }

    @Override
    public Batch read(UnitReading reading) {
      try (Batch sums = input.read(reading)) {
        return grouping.end(sums);
      }
    }
  }

  /// No rows at all, in a place where others have some.
  record Nothing(String place) implements Unit {
    @Override
    public OptionalLong rows() {
      return OptionalLong.of(0);
    }

    @Override
    public long bytes() {
      return 0;
    }

    @Override
    public Batch read(UnitReading reading) {
      return TransformRunner.nothing();
    }
  }

  /// A slice of the pairs of a part of each side of a join.
  record Matched(Unit left, Unit right, JoinPartition part, int slice) implements Unit {
    @Override
    public String place() {
      return "joined " + left.place() + (slice == 0 ? "" : ", slice " + slice);
    }

    @Override
    public OptionalLong rows() {
      return OptionalLong.empty();
    }

    @Override
    public long bytes() {
      return slice == 0 ? left.bytes() + right.bytes() : 1;
    }

    @Override
    public Batch read(UnitReading reading) {
      return part.slice(slice, reading);
    }
  }
}
