package dev.manta.bench.recovery;

import dev.manta.Trainer;
import java.nio.file.Path;

/// A run of short steps whose number of workers changes.
public final class ResizeProgram {
  private ResizeProgram() {}

  /// Takes a fresh directory.
  public static void main(String[] args) {
    var sizes = new Sizes(Path.of(args[0]));
    sizes.begin();
    Trainer.of(RecoveryProgram::train, new RecoveryProgram.Config(args[0]))
        .scaling(sizes.scaling())
        .run(sizes.run())
        .fit();
  }
}
