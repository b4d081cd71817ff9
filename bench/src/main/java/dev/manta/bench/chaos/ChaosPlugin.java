package dev.manta.bench.chaos;

import dev.manta.cli.CommandPlugin;

/// Brings `manta chaos`.
public final class ChaosPlugin implements CommandPlugin {
  @Override
  public String name() {
    return "chaos";
  }

  @Override
  public Object command() {
    return new ChaosCommand();
  }
}
