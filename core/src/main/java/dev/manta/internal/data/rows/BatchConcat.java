package dev.manta.internal.data.rows;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import dev.manta.data.Batch;
import dev.manta.data.Bits;
import dev.manta.data.Column;
import dev.manta.data.Field;
import dev.manta.data.Memory;
import dev.manta.data.Schema;
import dev.manta.data.Type;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Copies batches behind each other. Plain loops: this is done where units meet, from the first
/// second of a process on, and streams take long to compile.
public final class BatchConcat {
  private BatchConcat() {}

  /// One batch of all rows. The batches stay open.
  public static Batch of(List<Batch> all, Memory memory) {
    List<Batch> batches = withRows(all);
    int rows = 0;
    for (Batch batch : batches) {
      rows = Math.addExact(rows, batch.rows());
    }
    Schema schema = batches.getFirst().schema();
    return isOfAll(schema, batches)
        ? alike(schema, batches, rows, memory)
        : unlike(batches, rows, memory);
  }

  private static boolean isOfAll(Schema schema, List<Batch> batches) {
    for (Batch batch : batches) {
      if (!batch.schema().equals(schema)) {
        return false;
      }
    }
    return true;
  }

  /// Batches with the same columns, as those of a file or a source mostly are.
  private static Batch alike(Schema schema, List<Batch> batches, int rows, Memory memory) {
    List<Column> columns = new ArrayList<>(schema.size());
    for (int i = 0; i < schema.size(); i++) {
      List<Column> pieces = new ArrayList<>(batches.size());
      for (Batch batch : batches) {
        pieces.add(batch.column(i));
      }
      Field field = schema.fields().get(i);
      columns.add(column(field.name(), field.type(), pieces, rows, memory));
    }
    return Batch.of(schema, columns, rows, memory);
  }

  private static Batch unlike(List<Batch> batches, int rows, Memory memory) {
    List<Field> fields = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    for (String name : names(batches)) {
      List<Column> pieces = new ArrayList<>(batches.size());
      for (Batch batch : batches) {
        pieces.add(find(batch, name, memory));
      }
      Column column = columns(name, pieces, rows, memory);
      fields.add(new Field(name, column.type()));
      columns.add(column);
    }
    return Batch.of(Schema.of(fields), columns, rows, memory);
  }

  /// Those with rows, or one where none has any.
  private static List<Batch> withRows(List<Batch> all) {
    List<Batch> some = new ArrayList<>(all.size());
    for (Batch batch : all) {
      if (batch.rows() > 0) {
        some.add(batch);
      }
    }
    return some.isEmpty() ? all.subList(0, 1) : some;
  }

  /// All columns, in the order they are first seen.
  private static Set<String> names(List<Batch> batches) {
    Set<String> names = new LinkedHashSet<>();
    for (Batch batch : batches) {
      names.addAll(batch.schema().names());
    }
    return names;
  }

  /// Nulls where a batch has no such column.
  private static Column find(Batch batch, String name, Memory memory) {
    return batch.schema().has(name)
        ? batch.column(name)
        : Column.nulls(Type.Scalar.TEXT, batch.rows(), memory);
  }

  private static Column columns(String name, List<Column> given, int rows, Memory memory) {
    Type type = type(name, given);
    List<Column> pieces = new ArrayList<>(given.size());
    for (Column piece : given) {
      pieces.add(TypeWidening.widened(piece, type, memory));
    }
    return column(name, type, pieces, rows, memory);
  }

  private static Column column(
      String name, Type type, List<Column> pieces, int rows, Memory memory) {
    MemorySegment validity = validity(pieces, rows, memory);
    if (type instanceof Type.ListOf) {
      return lists(name, pieces, rows, validity, memory);
    }
    if (type.isVariable()) {
      return variable(type, pieces, rows, validity, memory);
    }
    return Column.fixed(type, rows, validity, values(type, pieces, rows, memory));
  }

  /// Rows of nothing but nulls fit to any type.
  private static Type type(String name, List<Column> pieces) {
    Type type = null;
    for (Column piece : pieces) {
      if (!TypeWidening.isNothing(piece)) {
        type = type == null ? piece.type() : common(name, type, piece.type());
      }
    }
    return type == null ? pieces.getFirst().type() : type;
  }

  private static Type common(String name, Type a, Type b) {
    return Type.common(a, b)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "column \"%s\" is %s in some rows and %s in others"
                        .formatted(name, a.text(), b.text())));
  }

  private static @Nullable MemorySegment validity(List<Column> pieces, int rows, Memory memory) {
    if (!haveNulls(pieces)) {
      return null;
    }
    MemorySegment bits = zeros(rows, memory);
    int at = 0;
    for (Column piece : pieces) {
      for (int i = 0; i < piece.rows(); i++) {
        if (!piece.isNull(i)) {
          Bits.set(bits, (long) at + i);
        }
      }
      at += piece.rows();
    }
    return bits;
  }

  private static boolean haveNulls(List<Column> pieces) {
    for (Column piece : pieces) {
      if (piece.hasNulls()) {
        return true;
      }
    }
    return false;
  }

  private static MemorySegment zeros(int bits, Memory memory) {
    MemorySegment zeros = memory.allocate(Bits.bytes(bits));
    zeros.fill((byte) 0);
    return zeros;
  }

  private static MemorySegment values(Type type, List<Column> pieces, int rows, Memory memory) {
    if (type == Type.Scalar.BOOL) {
      return bits(pieces, rows, memory);
    }
    MemorySegment to = memory.allocate((long) rows * type.width());
    long at = 0;
    for (Column piece : pieces) {
      to.asSlice(at * type.width()).copyFrom(piece.segment());
      at += piece.rows();
    }
    return to;
  }

  private static MemorySegment bits(List<Column> pieces, int rows, Memory memory) {
    MemorySegment to = zeros(rows, memory);
    long at = 0;
    for (Column piece : pieces) {
      Bits.copy(piece.bits(), piece.firstBit(), to, at, piece.rows());
      at += piece.rows();
    }
    return to;
  }

  private static Column variable(
      Type type, List<Column> pieces, int rows, @Nullable MemorySegment validity, Memory memory) {
    MemorySegment offsets = offsets(pieces, rows, memory);
    MemorySegment bytes = memory.allocate(offsets.getAtIndex(JAVA_INT_UNALIGNED, rows));
    long at = 0;
    for (Column piece : pieces) {
      int from = piece.offset(0);
      long length = (long) piece.offset(piece.rows()) - from;
      MemorySegment.copy(piece.bytes(), from, bytes, at, length);
      at += length;
    }
    return Column.variable(type, rows, validity, offsets, bytes);
  }

  private static MemorySegment offsets(List<Column> pieces, int rows, Memory memory) {
    MemorySegment offsets = memory.allocate((rows + 1L) * Integer.BYTES);
    int row = 0;
    int end = 0;
    offsets.set(JAVA_INT_UNALIGNED, 0, 0);
    for (Column piece : pieces) {
      int base = end - piece.offset(0);
      for (int i = 1; i <= piece.rows(); i++) {
        offsets.setAtIndex(JAVA_INT_UNALIGNED, ++row, Math.addExact(base, piece.offset(i)));
      }
      end = base + piece.offset(piece.rows());
    }
    return offsets;
  }

  private static Column lists(
      String name, List<Column> pieces, int rows, @Nullable MemorySegment validity, Memory memory) {
    MemorySegment offsets = offsets(pieces, rows, memory);
    List<Column> inside = new ArrayList<>();
    for (Column piece : pieces) {
      int from = piece.offset(0);
      inside.add(piece.elements().slice(from, piece.offset(piece.rows()) - from));
    }
    int count = offsets.getAtIndex(JAVA_INT_UNALIGNED, rows);
    return Column.list(rows, validity, offsets, columns(name, inside, count, memory));
  }
}
