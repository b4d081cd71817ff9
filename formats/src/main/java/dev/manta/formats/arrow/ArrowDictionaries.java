package dev.manta.formats.arrow;

import dev.manta.data.Column;
import dev.manta.data.ColumnBuilder;
import dev.manta.data.Memory;
import dev.manta.spi.arrow.ArrowBody;
import dev.manta.spi.arrow.ArrowField;
import dev.manta.spi.arrow.FlatBuffer;
import dev.manta.storage.Location;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The dictionaries of a stream or file. They are read when rows need them, and the last ones are
/// kept: a stream may have others for each record batch.
final class ArrowDictionaries {
  private static final int KEPT_MAX = 64;

  private final Location at;
  private final List<ArrowField> fields;
  private final Map<List<Long>, Column> kept = new LinkedHashMap<>(16, 0.75f, true);

  ArrowDictionaries(Location at, List<ArrowField> fields) {
    this.at = at;
    this.fields = fields;
  }

  /// Those that a record batch is read with.
  ArrowBody.Dictionaries of(ArrowFile.Rows rows) {
    return id -> of(id, rows.dictionaries());
  }

  private Column of(long id, Map<Long, List<ArrowFile.Message>> all) {
    @Nullable List<ArrowFile.Message> pieces = all.get(id);
    if (pieces == null) {
      throw new IllegalArgumentException("dictionary " + id + " is not there");
    }
    List<Long> places = pieces.stream().map(ArrowFile.Message::body).toList();
    @Nullable Column known = kept(places);
    return known != null ? known : keep(places, read(id, pieces, all));
  }

  private synchronized @Nullable Column kept(List<Long> places) {
    return kept.get(places);
  }

  private synchronized Column keep(List<Long> places, Column values) {
    if (kept.size() == KEPT_MAX) {
      kept.remove(kept.keySet().iterator().next());
    }
    kept.put(places, values);
    return values;
  }

  private Column read(
      long id, List<ArrowFile.Message> pieces, Map<Long, List<ArrowFile.Message>> all) {
    ArrowField values =
        find(id, fields)
            .orElseThrow(() -> new IllegalArgumentException("no column has dictionary " + id))
            .values();
    Arena arena = Arena.ofAuto();
    Memory memory = count -> arena.allocate(Math.max(count, 1), 64);
    List<Column> columns = pieces.stream().map(piece -> piece(piece, values, memory, all)).toList();
    return columns.size() == 1 ? columns.getFirst() : joined(columns, memory);
  }

  private Column piece(
      ArrowFile.Message piece,
      ArrowField values,
      Memory memory,
      Map<Long, List<ArrowFile.Message>> all) {
    FlatBuffer batch = piece.header().inside(1);
    MemorySegment body = ArrowFile.body(at, piece, memory);
    return new ArrowBody(batch, body::asSlice, memory, id -> of(id, all), ArrowCodec.of(batch))
        .dictionary(values);
  }

  private static Column joined(List<Column> pieces, Memory memory) {
    var builder = new ColumnBuilder(pieces.getFirst().type());
    for (Column piece : pieces) {
      for (int i = 0; i < piece.rows(); i++) {
        if (piece.isNull(i)) {
          builder.addNull();
        } else {
          builder.add(piece.bytesAt(i));
        }
      }
    }
    return builder.build(memory);
  }

  private static Optional<ArrowField> find(long id, List<ArrowField> fields) {
    return fields.stream()
        .flatMap(
            field ->
                field.dictionary().filter(found -> found.id() == id).isPresent()
                    ? Stream.of(field)
                    : find(id, field.children()).stream())
        .findFirst();
  }
}
