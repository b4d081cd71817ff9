package dev.manta.bench.torch;

import dev.manta.bench.recovery.Goodput;
import dev.manta.torch.TorchTrainer;

/// A small network for digits learns while its workers are killed now and then.
public final class TorchGoodputProgram {
  private static final long WAIT_MILLIS = 20;

  private TorchGoodputProgram() {}

  /// Takes what [Goodput] does, and whether steps do nothing but compute.
  public static void main(String[] args) {
    Goodput goodput = Goodput.of(args);
    goodput.begin();
    long wait = Boolean.parseBoolean(args[2]) ? 0 : WAIT_MILLIS;
    TorchTrainer.of(TorchRecoveryProgram::train, new TorchRecoveryProgram.Config(args[0], wait))
        .scaling(goodput.scaling())
        .run(goodput.run())
        .fit();
  }
}
