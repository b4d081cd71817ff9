package dev.manta.cli;

/// A command of a heavier module, found by `ServiceLoader` when its name is typed or help is asked
/// for.
public interface CommandPlugin {
  /// The word that is typed after `manta`.
  String name();

  /// A new object with picocli's annotations, `Callable<Integer>` with the exit code.
  Object command();
}
