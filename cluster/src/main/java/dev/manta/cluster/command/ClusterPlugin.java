package dev.manta.cluster.command;

import dev.manta.cli.CommandPlugin;

/// Brings `manta cluster` to the command line.
public final class ClusterPlugin implements CommandPlugin {
  @Override
  public String name() {
    return "cluster";
  }

  @Override
  public Object command() {
    return new ClusterCommand();
  }
}
