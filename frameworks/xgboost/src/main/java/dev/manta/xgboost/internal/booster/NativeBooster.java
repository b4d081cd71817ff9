package dev.manta.xgboost.internal.booster;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.manta.xgboost.internal.library.NativeFunction;
import dev.manta.xgboost.internal.library.NativeTexts;
import dev.manta.xgboost.internal.matrix.ArrayInterface;
import dev.manta.xgboost.internal.matrix.RowMatrix;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A booster: an ensemble of trees, or a linear model, that can be trained and asked.
public final class NativeBooster implements AutoCloseable {
  private static final NativeFunction CREATE = NativeFunction.of("XGBoosterCreate", "plp");
  private static final NativeFunction FREE = NativeFunction.of("XGBoosterFree", "p");
  private static final NativeFunction SET = NativeFunction.of("XGBoosterSetParam", "ppp");
  private static final NativeFunction UPDATE = NativeFunction.of("XGBoosterUpdateOneIter", "pip");
  private static final NativeFunction BOOST = NativeFunction.of("XGBoosterTrainOneIter", "ppipp");
  private static final NativeFunction EVALUATE =
      NativeFunction.of("XGBoosterEvalOneIter", "pipplp");
  private static final NativeFunction ROUNDS = NativeFunction.of("XGBoosterBoostedRounds", "pp");
  private static final NativeFunction SAVE =
      NativeFunction.of("XGBoosterSaveModelToBuffer", "pppp");
  private static final NativeFunction LOAD =
      NativeFunction.of("XGBoosterLoadModelFromBuffer", "ppl");
  private static final NativeFunction CONFIGURE =
      NativeFunction.of("XGBoosterSaveJsonConfig", "ppp");
  private static final NativeFunction ATTRIBUTE = NativeFunction.of("XGBoosterGetAttr", "pppp");
  private static final NativeFunction SET_ATTRIBUTE = NativeFunction.of("XGBoosterSetAttr", "ppp");
  private static final NativeFunction TEXTS =
      NativeFunction.of("XGBoosterGetStrFeatureInfo", "pppp");
  private static final NativeFunction SET_TEXTS =
      NativeFunction.of("XGBoosterSetStrFeatureInfo", "pppl");
  private static final NativeFunction FEATURES = NativeFunction.of("XGBoosterGetNumFeature", "pp");
  private static final NativeFunction PREDICT =
      NativeFunction.of("XGBoosterPredictFromDMatrix", "pppppp");
  private static final NativeFunction MATRIX = NativeFunction.of("XGDMatrixCreateFromDense", "ppp");
  private static final NativeFunction FREE_MATRIX = NativeFunction.of("XGDMatrixFree", "p");
  private static final NativeFunction PREDICT_DENSE =
      NativeFunction.of("XGBoosterPredictFromDense", "ppppppp");

  private static final String LINEAR = "\"booster\":\"gblinear\"";

  private final MemorySegment handle;
  private volatile boolean closed;
  private boolean linear;

  private NativeBooster(MemorySegment handle) {
    this.handle = handle;
  }

  /// A booster that has learned nothing.
  ///
  /// @param matrices those whose predictions are kept from round to round
  public static NativeBooster of(List<RowMatrix> matrices) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ADDRESS);
      CREATE.call(handles(arena, matrices), (long) matrices.size(), out);
      return new NativeBooster(out.get(ADDRESS, 0));
    }
  }

  private static MemorySegment handles(Arena arena, List<RowMatrix> matrices) {
    MemorySegment array = arena.allocate(ADDRESS, Math.max(1, matrices.size()));
    for (int i = 0; i < matrices.size(); i++) {
      array.setAtIndex(ADDRESS, i, matrices.get(i).handle());
    }
    return array;
  }

  /// Sets parameters, whose values are checked by the next call.
  public void set(Map<String, String> parameters) {
    try (Arena arena = Arena.ofConfined()) {
      parameters.forEach(
          (name, value) -> values(name, value).forEach(each -> set(arena, name, each)));
    }
  }

  /// Metrics are given one by one.
  private static List<String> values(String name, String value) {
    return name.equals("eval_metric") ? List.of(value.split(",")) : List.of(value);
  }

  private void set(Arena arena, String name, String value) {
    SET.call(handle(), arena.allocateFrom(name), arena.allocateFrom(value));
  }

  /// Takes the parameters that were set.
  public void configure() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment config = arena.allocate(ADDRESS);
      CONFIGURE.call(handle(), arena.allocate(JAVA_LONG), config);
      linear = NativeTexts.read(config.get(ADDRESS, 0)).contains(LINEAR);
    }
  }

  /// Learns one more round.
  public void update(int round, RowMatrix train) {
    UPDATE.call(handle(), round, train.handle());
  }

  /// Learns one more round from gradients.
  ///
  /// @param outputs the numbers that the model gives for a row
  public void boost(
      int round, RowMatrix train, int outputs, MemorySegment gradients, MemorySegment hessians) {
    long rows = gradients.byteSize() / Float.BYTES / outputs;
    try (Arena arena = Arena.ofConfined()) {
      BOOST.call(
          handle(),
          train.handle(),
          round,
          arena.allocateFrom(ArrayInterface.floats(gradients, rows, outputs)),
          arena.allocateFrom(ArrayInterface.floats(hessians, rows, outputs)));
    }
  }

  /// The metrics of some matrices as XGBoost writes them, with tabs between them.
  public String evaluate(int round, List<RowMatrix> matrices, List<String> names) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ADDRESS);
      EVALUATE.call(
          handle(),
          round,
          handles(arena, matrices),
          NativeTexts.array(arena, names),
          (long) names.size(),
          out);
      return NativeTexts.read(out.get(ADDRESS, 0));
    }
  }

  /// How many rounds it has learned.
  public int rounds() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(JAVA_INT);
      ROUNDS.call(handle(), out);
      return out.get(JAVA_INT, 0);
    }
  }

  /// How many features it knows.
  public int features() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(JAVA_LONG);
      FEATURES.call(handle(), out);
      return Math.toIntExact(out.get(JAVA_LONG, 0));
    }
  }

  /// The model in XGBoost's own format.
  ///
  /// @param format `ubj` or `json`
  public byte[] save(String format) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment length = arena.allocate(JAVA_LONG);
      MemorySegment out = arena.allocate(ADDRESS);
      SAVE.call(handle(), arena.allocateFrom("{\"format\":\"%s\"}".formatted(format)), length, out);
      return out.get(ADDRESS, 0).reinterpret(length.get(JAVA_LONG, 0)).toArray(JAVA_BYTE);
    }
  }

  /// Becomes the model that was saved.
  public void load(byte[] model) {
    try (Arena arena = Arena.ofConfined()) {
      LOAD.call(handle(), arena.allocateFrom(JAVA_BYTE, model), (long) model.length);
    }
  }

  /// A note that is kept with the model.
  public Optional<String> attribute(String name) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ADDRESS);
      MemorySegment found = arena.allocate(JAVA_INT);
      ATTRIBUTE.call(handle(), arena.allocateFrom(name), out, found);
      return found.get(JAVA_INT, 0) == 0
          ? Optional.empty()
          : Optional.of(NativeTexts.read(out.get(ADDRESS, 0)));
    }
  }

  /// Keeps a note with the model.
  public void attribute(String name, String value) {
    try (Arena arena = Arena.ofConfined()) {
      SET_ATTRIBUTE.call(handle(), arena.allocateFrom(name), arena.allocateFrom(value));
    }
  }

  /// What it knows of each feature.
  ///
  /// @param field `feature_name` or `feature_type`
  public List<String> features(String field) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(JAVA_LONG);
      MemorySegment out = arena.allocate(ADDRESS);
      TEXTS.call(handle(), arena.allocateFrom(field), count, out);
      return NativeTexts.read(out.get(ADDRESS, 0), count.get(JAVA_LONG, 0));
    }
  }

  /// Says something of each feature.
  public void features(String field, List<String> texts) {
    try (Arena arena = Arena.ofConfined()) {
      SET_TEXTS.call(
          handle(),
          arena.allocateFrom(field),
          NativeTexts.array(arena, texts),
          (long) texts.size());
    }
  }

  /// What the model gives for the rows of a matrix.
  public Answers predict(RowMatrix rows, Question question) {
    return asked(
        question,
        (config, out) -> PREDICT.call(handle(), rows.handle(), config, out[0], out[1], out[2]));
  }

  /// What the model, once it is configured, gives for rows of floats, one after the other.
  public Answers predict(MemorySegment rows, long count, long width, Question question) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment values = arena.allocateFrom(ArrayInterface.floats(rows, count, width));
      if (linear) {
        return copied(values, question);
      }
      return asked(
          question,
          (config, out) ->
              PREDICT_DENSE.call(
                  handle(), values, config, MemorySegment.NULL, out[0], out[1], out[2]));
    }
  }

  /// Linear models know no rows but those of a matrix, and one question at a time.
  private synchronized Answers copied(MemorySegment values, Question question) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ADDRESS);
      MATRIX.call(values, arena.allocateFrom("{\"missing\":NaN}"), out);
      MemorySegment matrix = out.get(ADDRESS, 0);
      try {
        return asked(
            question, (config, to) -> PREDICT.call(handle(), matrix, config, to[0], to[1], to[2]));
      } finally {
        FREE_MATRIX.call(matrix);
      }
    }
  }

  /// A call that writes where the shape of the answers is, its length, and where the answers are.
  @FunctionalInterface
  private interface Asked {
    void call(MemorySegment config, MemorySegment[] out);
  }

  private static Answers asked(Question question, Asked asked) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment[] out = {
        arena.allocate(ADDRESS), arena.allocate(JAVA_LONG), arena.allocate(ADDRESS)
      };
      asked.call(arena.allocateFrom(question.json()), out);
      long dimensions = out[1].get(JAVA_LONG, 0);
      MemorySegment shape = out[0].get(ADDRESS, 0).reinterpret(dimensions * Long.BYTES);
      long rows = shape.getAtIndex(JAVA_LONG, 0);
      long numbers = 1;
      for (long i = 0; i < dimensions; i++) {
        numbers *= shape.getAtIndex(JAVA_LONG, i);
      }
      float[] values =
          out[2].get(ADDRESS, 0).reinterpret(numbers * Float.BYTES).toArray(JAVA_FLOAT);
      return new Answers(values, rows == 0 ? 1 : Math.toIntExact(numbers / rows));
    }
  }

  /// What the C interface calls it by, which ends the process where there is nothing any more.
  MemorySegment handle() {
    if (closed) {
      throw new IllegalStateException("this model is closed: it can neither train nor predict");
    }
    return handle;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      FREE.call(handle);
    }
  }
}
