package dev.manta.python.internal.driver;

import dev.manta.spi.json.JsonObject;

/// Something that a driver asks for.
public interface DriverCall {
  /// Does it, and waits for its end. What goes wrong is thrown.
  JsonObject run();

  /// The driver does not wait for it any more. Called at most once, while [#run] is under way.
  void cancel();
}
