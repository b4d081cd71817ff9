package dev.manta.internal.data;

import dev.manta.internal.code.ProgramLoader;
import java.util.Map;
import java.util.Optional;

/// Formats that come with manta-formats, by the names of their classes: services are looked for in
/// every jar of the class path, which takes as long as the first file does.
public final class OwnFormats {
  private static final Map<String, String> CLASSES =
      Map.of("parquet", "dev.manta.formats.parquet.ParquetFormat");

  private OwnFormats() {}

  /// A format as what all formats are; empty where there is no such class, or it cannot be reached
  /// so: then it is a service, or missing.
  public static <T> Optional<T> find(String name, Class<T> type) {
    String className = CLASSES.get(name);
    if (className == null) {
      return Optional.empty();
    }
    try {
      Class<?> found = Class.forName(className, true, ProgramLoader.current());
      return Optional.of(type.cast(found.getDeclaredConstructor().newInstance()));
    } catch (ReflectiveOperationException | LinkageError | ClassCastException elsewhere) {
      return Optional.empty();
    }
  }
}
