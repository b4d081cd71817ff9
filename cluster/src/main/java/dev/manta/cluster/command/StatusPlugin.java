package dev.manta.cluster.command;

import dev.manta.cli.CommandPlugin;

/// Brings `manta status` to the command line.
public final class StatusPlugin implements CommandPlugin {
  @Override
  public String name() {
    return "status";
  }

  @Override
  public Object command() {
    return new StatusCommand();
  }
}
