package dev.manta.cluster.command;

import dev.manta.cli.CommandPlugin;

/// Brings `manta drain` to the command line.
public final class DrainPlugin implements CommandPlugin {
  @Override
  public String name() {
    return "drain";
  }

  @Override
  public Object command() {
    return new DrainCommand();
  }
}
