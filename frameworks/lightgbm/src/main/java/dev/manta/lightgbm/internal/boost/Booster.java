package dev.manta.lightgbm.internal.boost;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.manta.lightgbm.internal.library.LightGBMLibrary;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// A model in the library's memory: one that grows, or one that was read.
public final class Booster implements AutoCloseable {
  private static final int NAME_MAX = 128;
  private static final long TEXT_GUESS = 1 << 16;

  private final LightGBMLibrary library;
  private final MemorySegment handle;
  private volatile boolean closed;

  private Booster(LightGBMLibrary library, MemorySegment handle) {
    this.library = library;
    this.handle = handle;
  }

  /// One without trees, that learns from these rows.
  public static Booster create(LightGBMLibrary library, BinnedRows train, Parameters parameters) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ADDRESS);
      library.call(
          "BoosterCreate", "ppp", train.handle(), arena.allocateFrom(parameters.text()), out);
      return new Booster(library, out.get(ADDRESS, 0));
    }
  }

  /// The one that a text in LightGBM's format is of.
  public static Booster parse(LightGBMLibrary library, String text) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(ADDRESS);
      library.call(
          "BoosterLoadModelFromString",
          "ppp",
          arena.allocateFrom(text),
          arena.allocate(JAVA_INT),
          out);
      return new Booster(library, out.get(ADDRESS, 0));
    }
  }

  /// Puts the trees of another one before its own.
  public void merge(Booster other) {
    library.call("BoosterMerge", "pp", handle(), other.handle());
  }

  /// Scores these rows after each round from now on.
  public void addValidation(BinnedRows rows) {
    library.call("BoosterAddValidData", "pp", handle(), rows.handle());
  }

  /// Changes parameters.
  public void reset(Parameters parameters) {
    try (Arena arena = Arena.ofConfined()) {
      library.call("BoosterResetParameter", "pp", handle(), arena.allocateFrom(parameters.text()));
    }
  }

  /// Grows the trees of one round; false where no leaf could be split any more.
  public boolean grow() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment finished = arena.allocate(JAVA_INT);
      library.call("BoosterUpdateOneIter", "pp", handle(), finished);
      return finished.get(JAVA_INT, 0) == 0;
    }
  }

  /// The same by the gradients and hessians of each row's score, class after class.
  public boolean grow(MemorySegment gradients, MemorySegment hessians) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment finished = arena.allocate(JAVA_INT);
      library.call("BoosterUpdateOneIterCustom", "pppp", handle(), gradients, hessians, finished);
      return finished.get(JAVA_INT, 0) == 0;
    }
  }

  /// The names of what [#evaluate] gives.
  public List<String> metricNames() {
    try (Arena arena = Arena.ofConfined()) {
      int count = number("BoosterGetEvalCounts");
      MemorySegment names = arena.allocate(ADDRESS, Math.max(1, count));
      for (int i = 0; i < count; i++) {
        names.setAtIndex(ADDRESS, i, arena.allocate(NAME_MAX));
      }
      library.call(
          "BoosterGetEvalNames",
          "piplpp",
          handle(),
          count,
          arena.allocate(JAVA_INT),
          (long) NAME_MAX,
          arena.allocate(JAVA_LONG),
          names);
      return texts(names, count);
    }
  }

  private static List<String> texts(MemorySegment addresses, int count) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      texts.add(addresses.getAtIndex(ADDRESS, i).reinterpret(NAME_MAX).getString(0));
    }
    return texts;
  }

  /// The metrics of this rank's rows.
  ///
  /// @param place 0 for those it learns from, 1 for the first that were added, and so on
  public double[] evaluate(int place) {
    try (Arena arena = Arena.ofConfined()) {
      int count = number("BoosterGetEvalCounts");
      MemorySegment values = arena.allocate(JAVA_DOUBLE, Math.max(1, count));
      library.call("BoosterGetEval", "pipp", handle(), place, arena.allocate(JAVA_INT), values);
      return values.asSlice(0, (long) count * Double.BYTES).toArray(JAVA_DOUBLE);
    }
  }

  /// What it says of each of this rank's rows, class after class.
  ///
  /// @param place as for [#evaluate]
  public double[] answers(int place) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(JAVA_LONG);
      library.call("BoosterGetNumPredict", "pip", handle(), place, count);
      long size = count.get(JAVA_LONG, 0);
      MemorySegment values = arena.allocate(JAVA_DOUBLE, Math.max(1, size));
      library.call("BoosterGetPredict", "pipp", handle(), place, count, values);
      return values.asSlice(0, size * Double.BYTES).toArray(JAVA_DOUBLE);
    }
  }

  /// What it says of rows, row after row.
  ///
  /// @param features one row after the other in 32-bit floats
  /// @param rounds only the first so many; 0 for all
  /// @param out has space for [#answersPerRow] doubles a row
  public void predict(
      MemorySegment features,
      int rows,
      Answer answer,
      int rounds,
      String parameters,
      MemorySegment out) {
    try (Arena arena = Arena.ofConfined()) {
      library.call(
          "BoosterPredictForMat",
          "ppiiiiiiippp",
          handle(),
          features,
          0,
          rows,
          number("BoosterGetNumFeature"),
          1,
          answer.code(),
          0,
          rounds,
          arena.allocateFrom(parameters),
          arena.allocate(JAVA_LONG),
          out);
    }
  }

  /// How many numbers it says of a row.
  public int answersPerRow(Answer answer) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(JAVA_LONG);
      library.call("BoosterCalcNumPredict", "piiiip", handle(), 1, answer.code(), 0, 0, out);
      return Math.toIntExact(out.get(JAVA_LONG, 0));
    }
  }

  /// How many rounds it has grown, those before it was read or merged included.
  public int rounds() {
    return number("BoosterNumberOfTotalModel") / treesPerRound();
  }

  /// How many trees a round grows: one for each class where there are more than two.
  public int treesPerRound() {
    return number("BoosterNumModelPerIteration");
  }

  /// How much each feature contributes.
  ///
  /// @param kind 0 for how often it is split, 1 for what its splits gained
  public double[] importances(int kind) {
    try (Arena arena = Arena.ofConfined()) {
      int features = number("BoosterGetNumFeature");
      MemorySegment values = arena.allocate(JAVA_DOUBLE, features);
      library.call("BoosterFeatureImportance", "piip", handle(), 0, kind, values);
      return values.toArray(JAVA_DOUBLE);
    }
  }

  /// Rounds in LightGBM's text format.
  ///
  /// @param rounds how many; all from the first one on where it is 0
  public String text(int from, int rounds) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment size = arena.allocate(JAVA_LONG);
      MemorySegment some = arena.allocate(TEXT_GUESS);
      library.call(
          "BoosterSaveModelToString", "piiilpp", handle(), from, rounds, 0, TEXT_GUESS, size, some);
      long needed = size.get(JAVA_LONG, 0);
      if (needed > TEXT_GUESS) {
        some = arena.allocate(needed);
        library.call(
            "BoosterSaveModelToString", "piiilpp", handle(), from, rounds, 0, needed, size, some);
      }
      return some.getString(0);
    }
  }

  private int number(String function) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment out = arena.allocate(JAVA_INT);
      library.call(function, "pp", handle(), out);
      return out.get(JAVA_INT, 0);
    }
  }

  /// What the library knows it by, which ends the process where there is nothing any more.
  private MemorySegment handle() {
    if (closed) {
      throw new IllegalStateException("this model is closed: it can neither train nor predict");
    }
    return handle;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      library.call("BoosterFree", "p", handle);
    }
  }
}
