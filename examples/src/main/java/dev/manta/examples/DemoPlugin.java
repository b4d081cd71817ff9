package dev.manta.examples;

import dev.manta.cli.CommandPlugin;

/// Brings `manta demo` to the command line.
public final class DemoPlugin implements CommandPlugin {
  @Override
  public String name() {
    return "demo";
  }

  @Override
  public Object command() {
    return new DemoCommand();
  }
}
