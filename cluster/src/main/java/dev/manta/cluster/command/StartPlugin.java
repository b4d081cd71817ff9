package dev.manta.cluster.command;

import dev.manta.cli.CommandPlugin;

/// Brings `manta start` to the command line.
public final class StartPlugin implements CommandPlugin {
  @Override
  public String name() {
    return "start";
  }

  @Override
  public Object command() {
    return new StartCommand();
  }
}
