package dev.manta.xgboost.internal.matrix;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.manta.tabular.Table;
import dev.manta.tabular.TableChunk;
import dev.manta.xgboost.internal.library.NativeFunction;
import dev.manta.xgboost.internal.library.NativeTexts;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows of a table as XGBoost asks for them: batch after batch, several times over.
///
/// It asks by calls from native code, out of which nothing may be thrown: what goes wrong is kept,
/// and the rows seem to end.
final class RowBatches implements AutoCloseable {
  private static final NativeFunction PROXY = NativeFunction.of("XGProxyDMatrixCreate", "p");
  private static final NativeFunction DENSE = NativeFunction.of("XGProxyDMatrixSetDataDense", "pp");
  private static final NativeFunction INFO =
      NativeFunction.of("XGDMatrixSetInfoFromInterface", "ppp");
  private static final NativeFunction TYPES =
      NativeFunction.of("XGDMatrixSetStrFeatureInfo", "pppl");
  private static final NativeFunction FREE = NativeFunction.of("XGDMatrixFree", "p");
  private static final MethodHandle NEXT = method("next", int.class);
  private static final MethodHandle RESET = method("reset", void.class);

  private final Arena arena = Arena.ofConfined();
  private final int width;
  private final List<String> types;
  private final List<TableChunk> chunks;
  private final MemorySegment labels;
  private Optional<MemorySegment> weights = Optional.empty();
  private final MemorySegment proxy;
  private int chunk;
  private long row;
  private @Nullable Throwable failed;

  /// The rows of a table.
  RowBatches(Table table) {
    this(table, table.chunks(), table.labels());
    weights = table.querySizes().isPresent() ? Optional.empty() : table.weights().map(this::floats);
  }

  /// Rows that have nothing but features, those of a table.
  RowBatches(Table like, TableChunk rows) {
    this(like, List.of(rows), new float[rows.rows()]);
  }

  private RowBatches(Table like, List<TableChunk> rows, float[] targets) {
    width = like.schema().size();
    types = types(like);
    chunks = rows.isEmpty() ? List.of(noRows()) : rows;
    labels = floats(targets);
    MemorySegment out = arena.allocate(ADDRESS);
    PROXY.call(out);
    proxy = out.get(ADDRESS, 0);
  }

  private static MethodHandle method(String name, Class<?> result) {
    try {
      return MethodHandles.lookup()
          .findVirtual(RowBatches.class, name, MethodType.methodType(result, MemorySegment.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Which features are numbers and which are categories, as XGBoost says it.
  static List<String> types(Table table) {
    return table.schema().features().stream()
        .map(feature -> feature.isCategorical() ? "c" : "q")
        .toList();
  }

  /// XGBoost wants a batch also of a rank without rows.
  private TableChunk noRows() {
    return new TableChunk(0, arena.allocate(JAVA_FLOAT, Math.max(1, width)));
  }

  private MemorySegment floats(float[] values) {
    MemorySegment memory = arena.allocate(JAVA_FLOAT, Math.max(1, values.length));
    MemorySegment.copy(values, 0, memory, JAVA_FLOAT, 0, values.length);
    return memory;
  }

  MemorySegment proxy() {
    return proxy;
  }

  MemorySegment nextCall() {
    return stub(NEXT, FunctionDescriptor.of(JAVA_INT, ADDRESS));
  }

  MemorySegment resetCall() {
    return stub(RESET, FunctionDescriptor.ofVoid(ADDRESS));
  }

  private MemorySegment stub(MethodHandle method, FunctionDescriptor type) {
    return Linker.nativeLinker().upcallStub(method.bindTo(this), type, arena);
  }

  /// Called by XGBoost: hands over the next batch; 0 where there is none.
  int next(MemorySegment iterator) {
    if (failed != null || chunk == chunks.size()) {
      return 0;
    }
    try (Arena passing = Arena.ofConfined()) {
      give(passing, chunks.get(chunk));
      chunk++;
      return 1;
    } catch (Throwable e) {
      failed = e;
      return 0;
    }
  }

  /// Called by XGBoost: begins anew.
  void reset(MemorySegment iterator) {
    chunk = 0;
    row = 0;
  }

  private void give(Arena passing, TableChunk rows) {
    String data = ArrayInterface.floats(rows.features(), rows.rows(), width);
    DENSE.call(proxy, passing.allocateFrom(data));
    if (types.contains("c")) {
      MemorySegment texts = NativeTexts.array(passing, types);
      TYPES.call(proxy, passing.allocateFrom("feature_type"), texts, (long) types.size());
    }
    info(passing, "label", labels, rows.rows());
    weights.ifPresent(all -> info(passing, "weight", all, rows.rows()));
    row += rows.rows();
  }

  private void info(Arena passing, String field, MemorySegment all, int rows) {
    MemorySegment part = all.asSlice(row * Float.BYTES, (long) rows * Float.BYTES);
    INFO.call(
        proxy,
        passing.allocateFrom(field),
        passing.allocateFrom(ArrayInterface.floats(part, rows)));
  }

  /// Throws what went wrong within a call.
  void rethrow() {
    switch (failed) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new IllegalStateException("rows could not be handed to XGBoost", failed);
    }
  }

  @Override
  public void close() {
    FREE.call(proxy);
    arena.close();
  }
}
