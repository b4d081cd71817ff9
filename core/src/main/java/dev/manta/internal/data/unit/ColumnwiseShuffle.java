package dev.manta.internal.data.unit;

import dev.manta.data.Batch;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Schema;
import dev.manta.data.Wanted;
import dev.manta.internal.data.SeededRandom;
import dev.manta.internal.data.memory.BatchMemory;
import dev.manta.internal.data.rows.BatchMerge;
import dev.manta.internal.data.rows.EightByteRows;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Shuffles rows of columnar files a few columns after the other: what was just decoded is still in
/// the processor's cache when it is moved, and only the shuffled rows need memory for long.
///
/// @param pieces what is read, each with all of the columns
/// @param names the columns in their order
record ColumnwiseShuffle(List<Unit.OfSource> pieces, List<String> names) {
  /// Windows are mostly of one size: their orders need no memory of their own each time.
  private static final ThreadLocal<int[]> ORDER = ThreadLocal.withInitial(() -> new int[0]);

  /// Empty where columns cannot be had one by one.
  static Optional<ColumnwiseShuffle> of(List<Unit> inputs) {
    List<Unit.OfSource> pieces = new ArrayList<>();
    for (Unit input : inputs) {
      Optional<Unit.OfSource> piece = piece(input);
      if (piece.isEmpty()) {
        return Optional.empty();
      }
      pieces.add(piece.get());
    }
    List<List<String>> names = pieces.stream().map(ColumnwiseShuffle::names).distinct().toList();
    return names.size() == 1 && !names.getFirst().isEmpty()
        ? Optional.of(new ColumnwiseShuffle(pieces, names.getFirst()))
        : Optional.empty();
  }

  /// A split with nothing behind it but the choice of columns, which it knows of.
  private static Optional<Unit.OfSource> piece(Unit unit) {
    if (unit
            instanceof Unit.Stepped(Unit.OfSource source, RowTransform.Select(List<String> columns))
        && source.wanted().columns().equals(Optional.of(columns))) {
      return piece(source);
    }
    return unit instanceof Unit.OfSource source
            && source.wanted().conditions().isEmpty()
            && source.split().rows().isPresent()
        ? Optional.of(source)
        : Optional.empty();
  }

  /// None where the source does not say, or lacks one that is wanted.
  private static List<String> names(Unit.OfSource piece) {
    List<String> all = piece.reader().columns(piece.split());
    List<String> wanted = piece.wanted().columns().orElse(all);
    return new HashSet<>(all).containsAll(wanted) ? wanted : List.of();
  }

  Batch shuffled(long seed, UnitReading reading) {
    long rows = pieces.stream().mapToLong(piece -> piece.rows().orElseThrow()).sum();
    int[] order = order(Math.toIntExact(rows), seed);
    var memory = new BatchMemory();
    List<Field> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    try {
      for (int i = 0; i < names.size(); i += EightByteRows.COLUMNS) {
        List<String> next = names.subList(i, Math.min(i + EightByteRows.COLUMNS, names.size()));
        Batch some = shuffled(next, order, memory, reading);
        fields.addAll(some.schema().fields());
        columns.addAll(some.columns());
      }
      return inOrder(Schema.of(fields), columns, order.length, memory);
    } catch (RuntimeException e) {
      memory.release();
      throw e;
    }
  }

  private static int[] order(int rows, long seed) {
    if (ORDER.get().length != rows) {
      ORDER.set(new int[rows]);
    }
    SeededRandom.permute(ORDER.get(), seed);
    return ORDER.get();
  }

  /// Sources give columns in their own order.
  private Batch inOrder(Schema schema, List<Column> columns, int rows, BatchMemory memory) {
    List<Column> ordered = names.stream().map(name -> columns.get(schema.indexOf(name))).toList();
    return Batch.of(schema.select(names), ordered, rows, memory);
  }

  /// Some columns; their memory is that of the batch.
  private Batch shuffled(List<String> some, int[] order, BatchMemory memory, UnitReading reading) {
    var wanted = new Wanted(Optional.of(some), List.of());
    Optional<EightByteRows> words = words(wanted, order.length, reading);
    return words.isPresent()
        ? words.get().inOrder(order, memory)
        : blended(wanted, order, memory, reading);
  }

  /// Piece after piece, where all are plain numbers.
  private Optional<EightByteRows> words(Wanted wanted, int rows, UnitReading reading) {
    @Nullable EightByteRows eightByteRows = null;
    for (Unit.OfSource piece : pieces) {
      try (Batch batch = piece.reader().read(piece.split(), wanted, reading)) {
        eightByteRows =
            eightByteRows == null ? new EightByteRows(batch.schema(), rows) : eightByteRows;
        if (!eightByteRows.add(batch)) {
          return Optional.empty();
        }
      }
    }
    return Optional.ofNullable(eightByteRows);
  }

  private Batch blended(Wanted wanted, int[] order, BatchMemory memory, UnitReading reading) {
    List<Batch> read = new ArrayList<>();
    try {
      for (Unit.OfSource piece : pieces) {
        read.add(piece.reader().read(piece.split(), wanted, reading));
      }
      return BatchMerge.of(read, order, memory);
    } finally {
      read.forEach(Batch::close);
    }
  }
}
