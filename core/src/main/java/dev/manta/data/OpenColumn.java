package dev.manta.data;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A column of Java values. Its type is given, or becomes as wide as they need.
final class OpenColumn {
  private static final Memory HEAP =
      bytes -> MemorySegment.ofArray(new byte[Math.toIntExact(bytes)]);

  private final String name;
  private final boolean given;
  private final @Nullable Type like;
  private final List<@Nullable Object> undecided = new ArrayList<>();
  private @Nullable ColumnBuilder values;

  private OpenColumn(String name, boolean given, @Nullable Type like) {
    this.name = name;
    this.given = given;
    this.like = like;
    this.values = given && like != null ? new ColumnBuilder(like) : null;
  }

  /// Values of one type; others are refused.
  static OpenColumn of(String name, Type type) {
    return new OpenColumn(name, true, type);
  }

  /// Values of any type, of `like` where that holds them as they are.
  static OpenColumn any(String name, @Nullable Type like) {
    return new OpenColumn(name, false, like);
  }

  String name() {
    return name;
  }

  void add(@Nullable Object value) {
    if (value != null && !given) {
      admit(value);
    }
    if (values == null) {
      undecided.add(value);
    } else {
      Widened.put(values, name, value);
    }
  }

  private void admit(Object value) {
    Type now = values == null ? like : values.type();
    Type type = ObjectValues.type(name, value, now);
    if (type != null && values == null) {
      values = begun(type);
    } else if (type != null && !type.equals(now)) {
      widen(value, type);
    }
  }

  /// Nulls and empty lists decide on nothing: they fit to what comes after them.
  private ColumnBuilder begun(Type type) {
    var begun = new ColumnBuilder(type);
    undecided.forEach(value -> Widened.put(begun, name, value));
    undecided.clear();
    return begun;
  }

  private void widen(Object value, Type type) {
    ColumnBuilder narrow = built();
    Type wide =
        Type.common(narrow.type(), type)
            .orElseThrow(() -> ObjectValues.misfit(name, narrow.type(), value));
    if (!wide.equals(narrow.type())) {
      values = Widened.of(narrow.build(HEAP), name, wide);
    }
  }

  /// Forgets all rows but the first ones.
  void rewind(int rows) {
    if (values == null) {
      undecided.subList(rows, undecided.size()).clear();
    } else {
      values.rewind(rows);
    }
  }

  /// What was added.
  ColumnBuilder built() {
    return values == null ? begun(guess()) : values;
  }

  /// The type of nothing but nulls and empty lists: the one it is like, else texts and numbers.
  private Type guess() {
    boolean lists = undecided.stream().anyMatch(List.class::isInstance);
    if (like != null && (!lists || like instanceof Type.ListOf)) {
      return like;
    }
    return lists ? new Type.ListOf(Type.Scalar.F64) : Type.Scalar.TEXT;
  }
}
