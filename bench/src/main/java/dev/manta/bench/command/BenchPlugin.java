package dev.manta.bench.command;

import dev.manta.cli.CommandPlugin;

/// Brings `manta bench`.
public final class BenchPlugin implements CommandPlugin {
  @Override
  public String name() {
    return "bench";
  }

  @Override
  public Object command() {
    return new BenchCommand();
  }
}
