package dev.manta.lightgbm.internal.run;

import dev.manta.spi.json.Bind;
import dev.manta.spi.json.Json;
import dev.manta.train.Copied;

/// A record as live state, which is a file of JSON in checkpoints.
final class JsonState<T extends Record> implements Copied {
  private final Class<T> type;
  private T value;

  /// @param first the value to begin with
  JsonState(Class<T> type, T first) {
    this.type = type;
    this.value = first;
  }

  T value() {
    return value;
  }

  void set(T next) {
    value = next;
  }

  @Override
  public byte[] save() {
    return Bind.write(value).bytes();
  }

  @Override
  public void load(byte[] bytes) {
    value = Bind.read(Json.parse(bytes), type, "state");
  }

  @Override
  public String ending() {
    return ".json";
  }
}
