package dev.manta.bench.torch;

import dev.manta.bench.recovery.Goodput;
import dev.manta.torch.TorchTrainer;

/// A small network for digits learns while its workers are killed now and then.
public final class TorchGoodputProgram {
  private TorchGoodputProgram() {}

  /// Takes what [Goodput] does.
  public static void main(String[] args) {
    Goodput goodput = Goodput.of(args);
    goodput.begin();
    TorchTrainer.of(TorchRecoveryProgram::train, new TorchRecoveryProgram.Config(args[0]))
        .scaling(goodput.scaling())
        .run(goodput.run())
        .fit();
  }
}
