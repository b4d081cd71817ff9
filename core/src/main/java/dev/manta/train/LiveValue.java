package dev.manta.train;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import java.util.function.UnaryOperator;

/// A number, text, boolean, enum or record as live state: a counter, a best score, a phase.
///
/// Registered with [TrainContext#live(String, Live)] it is in every snapshot and commit, and comes
/// back when the run continues.
public final class LiveValue<T> implements Copied {
  private final Class<T> type;
  private T value;

  private LiveValue(Class<T> type, T value) {
    this.type = type;
    this.value = value;
  }

  /// A value to begin with, which also says of what type it stays. Anything that is not a number,
  /// text, boolean, enum or record of those is refused.
  public static <T> LiveValue<T> of(T first) {
    var live = new LiveValue<>(typeOf(first), first);
    live.load(live.save());
    return live;
  }

  @SuppressWarnings("unchecked") // the class of a value is that of its type
  private static <T> Class<T> typeOf(T value) {
    return (Class<T>)
        (value instanceof Enum<?> constant ? constant.getDeclaringClass() : value.getClass());
  }

  /// What it is now.
  public T value() {
    return value;
  }

  /// Makes it another value of the same type.
  public void set(T next) {
    value = type.cast(next);
  }

  /// Makes it what the function says of what it is, and gives that.
  public T update(UnaryOperator<T> change) {
    set(change.apply(value));
    return value;
  }

  @Override
  public byte[] save() {
    try {
      return Bind.write(value).bytes();
    } catch (IllegalArgumentException e) {
      throw refused(e);
    }
  }

  @Override
  public void load(byte[] bytes) {
    try {
      value = Bind.read(Json.parse(bytes), type, "value");
    } catch (IllegalArgumentException e) {
      throw refused(e);
    }
  }

  private IllegalArgumentException refused(IllegalArgumentException why) {
    return new IllegalArgumentException(
        "a %s cannot be live state (%s); use a number, text, boolean, enum or record of those"
            .formatted(type.getName(), why.getMessage()),
        why);
  }

  @Override
  public String toString() {
    return String.valueOf(value);
  }
}
