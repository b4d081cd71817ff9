package dev.manta.bench.torch;

import dev.manta.bench.chaos.Subject;

/// Brings `manta chaos --with torch`.
public final class TorchChaos implements Subject {
  @Override
  public String framework() {
    return "torch";
  }

  @Override
  public Class<?> program() {
    return TorchChaosProgram.class;
  }
}
