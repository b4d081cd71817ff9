package dev.manta.bench.torch;

import dev.manta.bench.recovery.Sizes;
import dev.manta.torch.TorchTrainer;
import java.nio.file.Path;

/// A small network for digits learns while its number of workers changes.
public final class TorchResizeProgram {
  private TorchResizeProgram() {}

  /// Takes a fresh directory.
  public static void main(String[] args) {
    var sizes = new Sizes(Path.of(args[0]));
    sizes.begin();
    TorchTrainer.of(TorchRecoveryProgram::train, new TorchRecoveryProgram.Config(args[0]))
        .scaling(sizes.scaling())
        .run(sizes.run())
        .fit();
  }
}
