package dev.manta.xgboost.internal.matrix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.manta.collective.Collectives;
import dev.manta.tabular.Table;
import dev.manta.tabular.TableChunk;
import dev.manta.xgboost.internal.library.NativeFunction;
import dev.manta.xgboost.internal.library.NativeTexts;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Optional;

/// One rank's rows as a matrix of XGBoost. It is made by all ranks together, and belongs to one
/// attempt: what XGBoost notes in it would keep a later attempt from agreeing.
public final class RowMatrix implements AutoCloseable {
  private static final NativeFunction QUANTILES =
      NativeFunction.of("XGQuantileDMatrixCreateFromCallback", "ppppppp");
  private static final NativeFunction QUANTILES_ON_DISK =
      NativeFunction.of("XGExtMemQuantileDMatrixCreateFromCallback", "ppppppp");
  private static final NativeFunction PLAIN =
      NativeFunction.of("XGDMatrixCreateFromCallback", "pppppp");
  private static final NativeFunction FREE = NativeFunction.of("XGDMatrixFree", "p");
  private static final NativeFunction TEXTS =
      NativeFunction.of("XGDMatrixSetStrFeatureInfo", "pppl");
  private static final NativeFunction INFO =
      NativeFunction.of("XGDMatrixSetInfoFromInterface", "ppp");

  private final MemorySegment handle;
  private final Optional<CacheDirectory> cache;

  private RowMatrix(MemorySegment handle, Optional<CacheDirectory> cache) {
    this.handle = handle;
    this.cache = cache;
  }

  /// A matrix of rows to train on, with bins of their own; every rank calls it.
  public static RowMatrix of(Collectives collectives, Table table, MatrixForm form) {
    if (!AgreedBins.fit(table, form)) {
      return of(table, form, Optional.empty());
    }
    AgreedBins bins = AgreedBins.of(collectives, table, form.bins());
    try (RowMatrix borders = ofBorders(table, bins, form)) {
      return of(table, form, Optional.of(borders));
    }
  }

  private static RowMatrix ofBorders(Table table, AgreedBins bins, MatrixForm form) {
    try (Arena arena = Arena.ofConfined()) {
      var values = new TableChunk(bins.count(), arena.allocateFrom(JAVA_FLOAT, bins.rows()));
      try (var rows = new RowBatches(table, values)) {
        return made(rows, handle(rows, form, Optional.empty(), Optional.empty()), Optional.empty());
      }
    }
  }

  /// A matrix of a table's rows.
  ///
  /// @param like one whose bins are used
  public static RowMatrix of(Table table, MatrixForm form, Optional<RowMatrix> like) {
    try (var rows = new RowBatches(table)) {
      Optional<CacheDirectory> cache =
          table.isSpilled() || !form.histogram()
              ? Optional.of(CacheDirectory.open(form.bytesOnDisk(table)))
              : Optional.empty();
      RowMatrix matrix = made(rows, handleOrClose(rows, form, like, cache), cache);
      matrix.describe(table);
      return matrix;
    }
  }

  private static RowMatrix made(
      RowBatches rows, MemorySegment handle, Optional<CacheDirectory> cache) {
    var matrix = new RowMatrix(handle, cache);
    try {
      rows.rethrow();
      return matrix;
    } catch (RuntimeException | Error e) {
      matrix.close();
      throw e;
    }
  }

  private static MemorySegment handleOrClose(
      RowBatches rows, MatrixForm form, Optional<RowMatrix> like, Optional<CacheDirectory> cache) {
    try {
      return handle(rows, form, like, cache);
    } catch (RuntimeException | Error e) {
      cache.ifPresent(CacheDirectory::close);
      throw e;
    }
  }

  private static MemorySegment handle(
      RowBatches rows, MatrixForm form, Optional<RowMatrix> like, Optional<CacheDirectory> cache) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ADDRESS);
      MemorySegment config = arena.allocateFrom(config(form, cache));
      MemorySegment next = rows.nextCall();
      MemorySegment reset = rows.resetCall();
      MemorySegment bins = like.map(RowMatrix::handle).orElse(MemorySegment.NULL);
      MemorySegment none = MemorySegment.NULL;
      if (!form.histogram()) {
        PLAIN.call(none, rows.proxy(), reset, next, config, out);
      } else if (cache.isPresent()) {
        QUANTILES_ON_DISK.call(none, rows.proxy(), bins, reset, next, config, out);
      } else {
        QUANTILES.call(none, rows.proxy(), bins, reset, next, config, out);
      }
      return out.get(ADDRESS, 0);
    }
  }

  private static String config(MatrixForm form, Optional<CacheDirectory> cache) {
    String bins = form.histogram() ? ",\"max_bin\":" + form.bins() : "";
    String prefix =
        cache.map(each -> ",\"cache_prefix\":\"%s\"".formatted(each.prefix())).orElse("");
    return "{\"missing\":NaN,\"nthread\":%s%s%s}".formatted(form.threads(), bins, prefix);
  }

  private void describe(Table table) {
    try (Arena arena = Arena.ofConfined()) {
      texts(arena, "feature_name", table.schema().names());
      texts(arena, "feature_type", RowBatches.types(table));
      table.querySizes().ifPresent(sizes -> group(arena, sizes, table.weights()));
    }
  }

  private void texts(Arena arena, String field, List<String> texts) {
    TEXTS.call(
        handle, arena.allocateFrom(field), NativeTexts.array(arena, texts), (long) texts.size());
  }

  /// A group has one weight, that of its first row.
  private void group(Arena arena, int[] sizes, Optional<float[]> weights) {
    MemorySegment counts = arena.allocate(JAVA_INT, Math.max(1, sizes.length));
    MemorySegment.copy(sizes, 0, counts, JAVA_INT, 0, sizes.length);
    info(arena, "group", ArrayInterface.integers(counts, sizes.length));
    weights.ifPresent(
        rows -> {
          MemorySegment firsts = arena.allocate(JAVA_FLOAT, Math.max(1, sizes.length));
          int row = 0;
          for (int group = 0; group < sizes.length; row += sizes[group++]) {
            firsts.setAtIndex(JAVA_FLOAT, group, rows[row]);
          }
          info(arena, "weight", ArrayInterface.floats(firsts, sizes.length));
        });
  }

  private void info(Arena arena, String field, String values) {
    INFO.call(handle, arena.allocateFrom(field), arena.allocateFrom(values));
  }

  /// What the C interface calls it by.
  public MemorySegment handle() {
    return handle;
  }

  @Override
  public void close() {
    FREE.call(handle);
    cache.ifPresent(CacheDirectory::close);
  }
}
