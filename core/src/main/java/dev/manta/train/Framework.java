package dev.manta.train;

import dev.manta.collective.Numerics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;

/// A library that trains in native code, told when a training function begins and ends. Providers
/// are found by [ServiceLoader]; where there is none, nothing happens.
public interface Framework {
  /// Called on the training function's own thread before it begins. Closing what is returned, on
  /// the same thread after the function has ended, frees native memory.
  Entered enter(TrainContext<?> ctx);

  /// Called once when a worker process begins, on a thread of its own and before its training
  /// function is known: what the function will surely need can be loaded meanwhile. The run says in
  /// its JVM options whether it will. Not called where workers are threads.
  default void preload() {}

  /// Goes once through what a training function will use, so that a cache of classes knows it.
  void warm();

  /// The same with what it offers a training function: prepares a very small model and trains it a
  /// few steps, its live state included. Called in a rehearsal of one rank, once in each of two
  /// attempts of which the second resumes from what the first held.
  default void rehearse(TrainContext<?> ctx) {}

  /// Variables for the environment of workers; what the user has set stands. Loads nothing.
  Map<String, String> environment(Numerics numerics);

  /// The jars that its classes come from: worker JVMs keep those classes in their cache. Loads
  /// nothing.
  default List<Path> jars() {
    return List.of();
  }

  /// A training function that is under way.
  @FunctionalInterface
  interface Entered extends AutoCloseable {
    @Override
    void close();

    /// What the function threw, in words that its author understands; the same thing if there are
    /// no better ones.
    default Throwable explain(Throwable thrown) {
      return thrown;
    }
  }

  /// Those that a class loader can see.
  static List<Framework> installed(ClassLoader loader) {
    List<Framework> all = new ArrayList<>();
    ServiceLoader.load(Framework.class, loader).forEach(all::add);
    return all;
  }
}
