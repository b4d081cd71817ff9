package dev.manta.internal.code;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The class loader that has the program's classes: that of the calling thread, or Manta's own
/// where a thread was started without one that sees Manta, as those of the common pool in a program
/// with a loader of its own.
public final class ProgramLoader {
  private static final ClassLoader OWN =
      Optional.ofNullable(ProgramLoader.class.getClassLoader())
          .orElseGet(ClassLoader::getSystemClassLoader);

  private ProgramLoader() {}

  /// The loader to look for services with.
  public static ClassLoader current() {
    return seeing(ProgramLoader.class.getName());
  }

  /// The loader that finds a class of the program; the calling thread's if none does, so that it
  /// says what is missing.
  public static ClassLoader seeing(String className) {
    @Nullable ClassLoader context = Thread.currentThread().getContextClassLoader();
    if (context == null) {
      return OWN;
    }
    return sees(context, className) || !sees(OWN, className) ? context : OWN;
  }

  private static boolean sees(ClassLoader loader, String className) {
    return find(className, loader).isPresent();
  }

  /// A class, not initialised.
  public static Optional<Class<?>> find(String name, ClassLoader loader) {
    try {
      return Optional.of(Class.forName(name, false, loader));
    } catch (ClassNotFoundException | LinkageError missing) {
      return Optional.empty();
    }
  }
}
