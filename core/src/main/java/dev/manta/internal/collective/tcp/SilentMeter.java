package dev.manta.internal.collective.tcp;

import dev.manta.internal.collective.Meter;

/// Notes nothing.
enum SilentMeter implements Meter {
  INSTANCE;

  @Override
  public void waited(long nanos) {}

  @Override
  public void last(int rank) {}

  @Override
  public void agreed(long control) {}
}
