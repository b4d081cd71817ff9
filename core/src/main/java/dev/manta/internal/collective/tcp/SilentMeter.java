package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.CallMeter;

/// Notes nothing.
enum SilentMeter implements CallMeter {
  INSTANCE;

  @Override
  public void waited(long nanos) {}

  @Override
  public void last(int rank) {}

  @Override
  public void agreed(long control) {}
}
